import { isPlain, judgePost, type Verdict } from '../../../domain/filter/judge-post.ts'
import {
  prepareWords,
  type ListedWord,
  type PreparedWord,
} from '../../../domain/filter/word-list.ts'
import { now } from '../../config/clock.ts'
import { config } from '../../config/config.ts'
import { isUndeleted, newestFirst } from '../../db/comment.ts'

const WRITER = `
  SELECT id AS userId, created_at AS memberSince,
    EXISTS (SELECT 1 FROM comment WHERE user_id = ?1 AND ${isUndeleted} AND hidden_at IS NULL) AS hasPosted,
    (SELECT json_group_array(text_key) FROM (
      SELECT text_key FROM comment WHERE user_id = ?1 AND ${isUndeleted} ORDER BY ${newestFirst} LIMIT 2
    )) AS lastKeys
  FROM user WHERE id = ?1`

export interface WriterRow {
  userId: string
  memberSince: number
  hasPosted: number
  lastKeys: string
}

export function writerStatement(env: Env, userId: string): D1PreparedStatement {
  return env.DB.prepare(WRITER).bind(userId)
}

/** Whether the filters accept a text by anybody who does not repeat their last post. */
export async function isPlainPost(env: Env, text: string): Promise<boolean> {
  return isPlain(text, config(env).filters, await listedWords(env))
}

/** Filters a post (`docs/product.md#filters`); `undefined` accepts it. */
export async function filterPost(
  env: Env,
  row: WriterRow,
  text: string,
  insists: boolean,
): Promise<Verdict | undefined> {
  const writer = {
    memberSince: row.memberSince,
    hasPosted: Boolean(row.hasPosted),
    lastKeys: JSON.parse(row.lastKeys) as (number | null)[],
  }
  const words = await listedWords(env)
  return judgePost(text, writer, config(env).filters, { words, nowMs: now(env), insists })
}

/** Filters a suggested question. Only a refusal counts: editors read every suggestion, so none is held. */
export async function judgeSuggestion(
  env: Env,
  memberSince: number,
  text: string,
): Promise<Verdict | undefined> {
  const writer = { memberSince, hasPosted: true, lastKeys: [] }
  const settings = { ...config(env).filters, firstPost: 'none', repeat: 'off' } as const
  const words = await listedWords(env)
  const verdict = judgePost(text, writer, settings, { words, nowMs: now(env), insists: false })
  return verdict?.outcome === 'refused' ? verdict : undefined
}

const HIT = `
  INSERT INTO filter_hit (at, filter, word, outcome, comment_id)
  SELECT ?1, ?2, ?3, ?4, ?5 WHERE ?5 IS NULL OR EXISTS (SELECT 1 FROM comment WHERE id = ?5)`

/** Logs a filter's verdict. @param commentId the held post, stored earlier in the batch */
export function recordHit(
  env: Env,
  { filter, word = '', outcome }: Verdict,
  commentId: string | null = null,
): D1PreparedStatement {
  return env.DB.prepare(HIT).bind(now(env), filter, word, outcome, commentId)
}

const WORDS_TTL_MS = 30_000
let known: { words: PreparedWord[]; until: number } | undefined

async function listedWords(env: Env): Promise<PreparedWord[]> {
  if (known && Date.now() < known.until) return known.words
  const { results } = await env.DB.prepare(
    'SELECT word, outcome FROM filter_word',
  ).all<ListedWord>()
  known = { words: prepareWords(results), until: Date.now() + WORDS_TTL_MS }
  return known.words
}
