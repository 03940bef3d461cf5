import { z } from 'zod'

const known = new Map<z.ZodType, z.ZodType>()

/**
 * A shape as another implementation of the contract may respond with it: fields that it adds are left out instead of
 * refused, and sets of words and ranges of numbers are open.
 */
export function tolerant(schema: z.ZodType): z.ZodType {
  let made = known.get(schema)
  if (!made) known.set(schema, (made = derive(schema)))
  return made
}

function derive(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodObject) {
    const shape = Object.entries(schema.shape as Record<string, z.ZodType>)
    return z.object(Object.fromEntries(shape.map(([name, field]) => [name, tolerant(field)])))
  }
  if (schema instanceof z.ZodArray) {
    return schema.clone({ ...schema.def, element: tolerant(schema.element as z.ZodType) })
  }
  if (schema instanceof z.ZodOptional) return tolerant(schema.unwrap() as z.ZodType).optional()
  if (schema instanceof z.ZodUnion)
    return z.union(schema.options.map((option) => tolerant(option as z.ZodType)))
  if (schema instanceof z.ZodEnum) return z.string()
  if (schema instanceof z.ZodNumber) return schema.isInt ? z.int() : z.number()
  return schema
}
