import { HOUR_MS } from '../../../domain/durations.ts'
import type { questionCalls } from '../../../contract/calls/question.ts'
import type { Translation } from '../../../contract/schemas.ts'
import type { Language } from '../../../domain/language.ts'
import { postLanguage } from '../../../domain/post-language.ts'
import {
  archivesOf,
  archiveView,
  bindView,
  COUNTS,
  ARCHIVED_ROW,
  isArchived,
  type ArchivedRow,
} from '../../archive/archives.ts'
import { inEither } from '../../archive/recall.ts'
import { nearest } from '../../db/database.ts'
import { isVisible } from '../../db/stored-comment.ts'
import type { Handler } from '../../http/create-service.ts'
import { ServiceError } from '../../http/service.ts'
import { countSenderExactly } from '../../identity/count-sender.ts'
import { translatorOf } from '../../translators/translator-of.ts'
import { TRANSLATOR_TIMEOUT_MS } from '../../translators/translator.ts'
import { makeTranslation } from './make-translation.ts'

/** ?1: ids as JSON, ?2: the language. Comments that are not visible have no translations: a trigger deletes them. */
const STORED = `
  SELECT translation.comment_id AS commentId, translation.language, translation.text,
    translation.translator
  FROM json_each(?1) JOIN comment_translation AS translation
    ON translation.comment_id = json_each.value AND translation.language = ?2`

export const listTranslations: Handler<typeof questionCalls.listTranslations> = async (
  { env },
  { commentIds, language },
) => {
  const parameters = [JSON.stringify(commentIds), language]
  const statement = nearest(env.DB)
    .prepare(STORED)
    .bind(...parameters)
  const { results } = await statement.all<Translation>()
  return [...results, ...(await archivedTranslations(env, commentIds, language))]
}

/** Stored translations in an archive, with the author of each comment. */
const STORED_THERE = `
  SELECT stored.*, comment.user_id AS authorId
  FROM (${STORED}) AS stored CROSS JOIN comment ON comment.id = stored.commentId`

const NOT_HERE = `
  SELECT json_group_array(value) AS ids FROM json_each(?1)
  WHERE NOT EXISTS (SELECT 1 FROM comment WHERE comment.id = value)`

const AUTHORS = 'SELECT id FROM user WHERE id IN (SELECT value FROM json_each(?1))'

/** Translations of archived comments whose authors' accounts exist; none while an archive does not respond. */
async function archivedTranslations(env: Env, ids: readonly string[], language: Language) {
  const archives = [...archivesOf(env).values()]
  if (archives.length === 0) return []
  const left = await env.DB.prepare(NOT_HERE).bind(JSON.stringify(ids)).first<string>('ids')
  if (left === '[]') return []
  const found = await Promise.allSettled(
    archives.map((archive) =>
      archive.prepare(STORED_THERE).bind(left, language).all<Translation & { authorId: string }>(),
    ),
  )
  const stored = found.flatMap((one) => (one.status === 'fulfilled' ? one.value.results : []))
  if (stored.length === 0) return []
  const { results } = await env.DB.prepare(AUTHORS)
    .bind(JSON.stringify(stored.map(({ authorId }) => authorId)))
    .all<{ id: string }>()
  const authors = new Set(results.map(({ id }) => id))
  return stored.flatMap(({ authorId, ...one }): Translation[] =>
    authors.has(authorId) ? [one] : [],
  )
}

const withTranslation = (language: string, columns = '') => `
  SELECT comment.text, comment.language, translation.text AS translation, translation.translator ${columns}
  FROM comment LEFT JOIN comment_translation AS translation
    ON translation.comment_id = comment.id AND translation.language = ${language}`

/** ?1: the comment, ?2: the language. */
const COMMENT = `${withTranslation('?2')} WHERE comment.id = ?1 AND ${isVisible}`
/** The same as ?4 and ?5. */
const ARCHIVED = `
  ${withTranslation('?5', `, ${ARCHIVED_ROW}`)} WHERE comment.id = ?4 AND ${COUNTS}`

interface FoundComment {
  row: CommentRow
  archive?: D1Database
}

/** A visible comment, with the archive that has it. */
function findComment(env: Env, ...parameters: [commentId: string, language: Language]) {
  return inEither<FoundComment, FoundComment>(
    env,
    async () => {
      const row = await env.DB.prepare(COMMENT)
        .bind(...parameters)
        .first<CommentRow>()
      return row && { row }
    },
    () => findArchived(env, parameters),
  )
}

async function findArchived(
  env: Env,
  parameters: readonly string[],
): Promise<FoundComment | undefined> {
  const archives = archivesOf(env)
  const view = archives.size > 0 && (await archiveView(env))
  if (!view) return undefined
  for (const archive of archives.values()) {
    const statement = bindView(archive.prepare(ARCHIVED), view, ...parameters)
    const found = await statement.first<CommentRow & ArchivedRow>()
    if (found && (await isArchived(env, found))) return { row: found, archive }
  }
  return undefined
}

interface CommentRow {
  text: string
  language: Language | null
  translation: string | null
  translator: Translation['translator']
}

/** Translations in progress: all who ask for the same wait for one. */
const flights = new Map<string, Promise<Translation>>()

/**
 * Translates a comment, or returns the stored translation.
 * @throws ServiceError dataNotFound, dataNotAvailable (`language`), configurationNotFound, tooManyAttempts,
 *   translatorNotAvailable
 */
export const translateComment: Handler<typeof questionCalls.translateComment> = async (
  c,
  { commentId, language },
) => {
  const { env } = c
  const found = await findComment(env, commentId, language)
  if (!found) throw new ServiceError('dataNotFound')
  const { row, archive } = found
  const { text, translation, translator } = row
  if (translation !== null) return [{ commentId, language, text: translation, translator }]
  const configured = translatorOf(env)
  if (!configured) throw new ServiceError('configurationNotFound')
  const from = row.language ?? postLanguage(text)
  if (!from || from === language) throw new ServiceError('dataNotAvailable', { field: 'language' })

  const key = `${commentId} ${language}`
  const first = flights.get(key)
  const joinedFirst = await joined(first)
  if (joinedFirst) return [joinedFirst]
  await countSenderExactly(c, 'translate', 'translationsPerHour', HOUR_MS)
  // Another request may have started one while this one was counted.
  const second = flights.get(key)
  const joinedSecond = second !== first && (await joined(second))
  if (joinedSecond) return [joinedSecond]
  const wanted = { commentId, text, from, to: language, archive }
  const own = makeTranslation(env, configured, wanted).finally(() => {
    if (flights.get(key) === own) flights.delete(key)
  })
  flights.set(key, own)
  // The result is stored even when the client has disconnected.
  c.executionCtx.waitUntil(own.catch(() => undefined))
  return [await own]
}

/**
 * The translation that another request is making; `undefined` when that request was cancelled: its promise never
 * settles.
 */
async function joined(flight: Promise<Translation> | undefined): Promise<Translation | undefined> {
  return (
    (flight && (await Promise.race([flight, scheduler.wait(TRANSLATOR_TIMEOUT_MS)]))) ?? undefined
  )
}
