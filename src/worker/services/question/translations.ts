import { HOUR_MS } from '../../../domain/durations.ts'
import type { questionCalls } from '../../../contract/calls/question.ts'
import type { Translation } from '../../../contract/schemas.ts'
import type { Language } from '../../../domain/language.ts'
import { postLanguage } from '../../../domain/post-language.ts'
import { nearest } from '../../db/database.ts'
import { isVisible } from '../../db/stored-comment.ts'
import type { Handler } from '../../http/create-service.ts'
import { ServiceError } from '../../http/service.ts'
import { countNetwork } from '../../identity/count-network.ts'
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
  return results
}

/** A visible comment. ?1: the comment, ?2: the language. */
const COMMENT = `
  SELECT comment.text, comment.language, translation.text AS translation, translation.translator
  FROM comment LEFT JOIN comment_translation AS translation
    ON translation.comment_id = comment.id AND translation.language = ?2
  WHERE comment.id = ?1 AND ${isVisible}`

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
  const row = await env.DB.prepare(COMMENT).bind(commentId, language).first<CommentRow>()
  if (!row) throw new ServiceError('dataNotFound')
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
  await countNetwork(c, 'translationsPerHour', { windowMs: HOUR_MS })
  // Another request may have started one while this one was counted.
  const second = flights.get(key)
  const joinedSecond = second !== first && (await joined(second))
  if (joinedSecond) return [joinedSecond]
  const wanted = { commentId, text, from, to: language }
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
