/** D1, or a session of it. */
export type Reader = Pick<D1Database, 'prepare' | 'batch'>

/** The nearest replica, which may lag: only for public data on which no decision about a person depends. */
export function nearest(d1: D1Database): Reader {
  return d1.withSession('first-unconstrained')
}
