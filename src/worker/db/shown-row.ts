import { z } from 'zod'
import { texts } from '../../contract/fields.ts'
import { textsOf } from './question.ts'

/** A row as the contract shows it: only declared fields, without NULL; 0 and 1 are booleans, texts of objects JSON. */
export function shownRow<Schema extends z.ZodObject>(schema: Schema, row: object) {
  const entries = Object.entries(schema.shape as z.ZodRawShape).flatMap(([name, field]) => {
    const value = (row as Record<string, unknown>)[name]
    const type = field instanceof z.ZodOptional ? field.unwrap() : field
    return value === null || value === undefined ? [] : [[name, shown(type, value)]]
  })
  return Object.fromEntries(entries) as z.output<Schema>
}

export async function shownRows<Schema extends z.ZodObject>(
  schema: Schema,
  statement: D1PreparedStatement,
) {
  const { results } = await statement.all()
  return results.map((row) => shownRow(schema, row))
}

function shown(type: unknown, value: unknown): unknown {
  if (type instanceof z.ZodBoolean) return Boolean(value)
  if (typeof value !== 'string') return value
  if (type === texts) return textsOf(value)
  return type instanceof z.ZodArray || type instanceof z.ZodObject ? JSON.parse(value) : value
}
