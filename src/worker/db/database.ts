import { drizzle, type DrizzleD1Database } from 'drizzle-orm/d1'
import * as schema from './schema.ts'

export type Database = DrizzleD1Database<typeof schema>

/** Typed queries on D1; columns are camelCase here and snake_case in SQL, translated in this one place. */
export function database(d1: D1Database): Database {
  return drizzle(d1, { schema, casing: 'snake_case' })
}

/**
 * The same on the nearest copy of the database, which may lag: only for what everybody may read and no decision about
 * a person rests on.
 */
export function nearestDatabase(d1: D1Database): Database {
  return database(d1.withSession('first-unconstrained') as unknown as D1Database)
}
