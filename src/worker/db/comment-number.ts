/** SQL: the number of the next comment. */
export const NEXT_NUMBER = 'coalesce((SELECT max(seq) FROM comment), 0) + 1'

/**
 * Keeps the counter of AUTOINCREMENT ahead of the comments: SQLite stores it only for a row with a number beyond it, so a
 * comment numbered by `NEXT_NUMBER` costs a row less. Behind, it costs that row and nothing else.
 */
export const KEEP_COUNTER_AHEAD = `
  UPDATE sqlite_sequence SET seq = (SELECT max(seq) FROM comment) + 1000000
  WHERE name = 'comment' AND seq < (SELECT max(seq) FROM comment) + 500000`
