import { postLanguage } from '../../domain/post-language.ts'

/** Comments read in one run, so that no run holds the database for long; the next run continues. */
const MAX_COMMENTS = 500

const UNREAD = `
  SELECT seq, text FROM comment WHERE language IS NULL AND deleted_at IS NULL LIMIT ${MAX_COMMENTS}`

/** The trigger `comment_language_read` counts them. */
const STORE = `
  UPDATE comment SET language = read.value ->> 'language' FROM json_each(?1) AS read
  WHERE comment.seq = read.value ->> 'seq' AND comment.language IS NULL`

/**
 * Stores the language of comments that have none (`docs/product.md#language-of-a-post`), by their text alone;
 * '' for a text without one.
 */
export async function readCommentLanguages(env: Env): Promise<void> {
  const { results } = await env.DB.prepare(UNREAD).all<{ seq: number; text: string }>()
  if (results.length === 0) return
  const read = results.map(({ seq, text }) => ({ seq, language: postLanguage(text) ?? '' }))
  await env.DB.prepare(STORE).bind(JSON.stringify(read)).run()
}
