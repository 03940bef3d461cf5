import { drizzle, type DrizzleD1Database } from 'drizzle-orm/d1'

export type Database = DrizzleD1Database

/** Typed queries on D1; columns are camelCase here and snake_case in SQL, translated in this one place. */
export function database(d1: D1Database): Database {
  return drizzle(d1, { casing: 'snake_case' })
}

/** What statements in plain SQL are asked of. */
export type Reader = Pick<D1Database, 'prepare' | 'batch'>

/**
 * The nearest copy of the database, which may lag: only for what everybody may read and no decision about a person
 * rests on.
 */
export function nearest(d1: D1Database): Reader {
  return d1.withSession('first-unconstrained')
}
