/**
 * SQL: the `seq` of the next comment. Two statements never get the same one, since the database runs one after the
 * other.
 */
export const NEXT_COMMENT_SEQ = `1 + coalesce((SELECT max(seq) FROM comment), 0)`

/** Numbers that stay reserved at least. More posts than anybody makes between two runs of the cron. */
const MIN_RESERVED = 500_000
const RESERVE_COMMENT_SEQS = `
  UPDATE sqlite_sequence SET seq = ${NEXT_COMMENT_SEQ} + ${2 * MIN_RESERVED}
  WHERE name = 'comment' AND seq < ${NEXT_COMMENT_SEQ} + ${MIN_RESERVED}`

/**
 * Moves the sequence of `comment` ahead: SQLite writes its row only for a `seq` above it, so a post writes one row less.
 */
export async function reserveCommentSeqs(env: Env): Promise<void> {
  await env.DB.prepare(RESERVE_COMMENT_SEQS).run()
}
