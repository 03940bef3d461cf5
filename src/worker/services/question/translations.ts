import { z } from 'zod'
import type { Translation } from '../../../contract/schemas.ts'
import { TRANSLATION_LENGTH } from '../../../domain/comment-translation.ts'
import { normalizeComment, withoutControls } from '../../../domain/comment.ts'
import { HOUR_MS } from '../../../domain/durations.ts'
import type { Language } from '../../../domain/language.ts'
import { postLanguage } from '../../../domain/post-language.ts'
import { tokyoDay, tokyoDayEnd } from '../../../domain/question-day.ts'
import { now } from '../../config/clock.ts'
import { config } from '../../config/config.ts'
import { nearest } from '../../db/database.ts'
import { isVisible } from '../../db/comment.ts'
import type { Handler } from '../../http/create-service.ts'
import { tooManyAttempts, ServiceError, notAvailable } from '../../http/service.ts'
import { countNetwork } from '../../identity/rate-limit.ts'
import { log } from '../../logging/log.ts'
import {
  type TranslationRequest,
  type Translator,
  TRANSLATOR_TIMEOUT_MS,
  TranslatorFault,
  translatorOf,
} from '../../translators/translator.ts'

/** Adds to the day's characters; returns no row if that would exceed ?3. */
const RESERVE = `
  INSERT INTO translated_day (day, characters) SELECT ?1, ?2 WHERE ?2 <= ?3
  ON CONFLICT (day) DO UPDATE SET characters = characters + ?2 WHERE characters + ?2 <= ?3
  RETURNING characters`

const GIVE_BACK = 'UPDATE translated_day SET characters = characters - ?2 WHERE day = ?1'

/** No effect when the comment was deleted or hidden meanwhile. */
const STORE_TRANSLATION = `
  INSERT INTO comment_translation (comment_id, language, text, translator, created_at)
  SELECT comment.id, ?2, ?3, ?4, ?5 FROM comment WHERE comment.id = ?1 AND ${isVisible}
  ON CONFLICT (comment_id, language) DO UPDATE SET text = excluded.text, translator = excluded.translator`

const shownText = z
  .string()
  .max(TRANSLATION_LENGTH)
  .transform((text) => normalizeComment(withoutControls(text)))
  .refine(Boolean)

/**
 * Translates a comment and stores the result.
 * @throws ServiceError tooManyAttempts when the day's characters are used up, translatorNotAvailable, dataNotFound
 */
async function makeTranslation(
  env: Env,
  translator: Translator,
  request: TranslationRequest & { commentId: string },
): Promise<Translation> {
  const { commentId, text, to: language } = request
  const day = tokyoDay(now(env))
  const characters = [...text].length
  const max = config(env).translatedCharactersPerDay
  if (!(await env.DB.prepare(RESERVE).bind(day, characters, max).first()))
    throw tooManyAttempts(tokyoDayEnd(now(env)) - now(env))
  try {
    const { data: translated } = shownText.safeParse(await translator.translate(request))
    if (translated === undefined) throw new TranslatorFault('no text', true)
    const { meta } = await env.DB.prepare(STORE_TRANSLATION)
      .bind(commentId, language, translated, translator.name, now(env))
      .run()
    if (meta.changes === 0) throw new ServiceError('dataNotFound')
    return { commentId, language, text: translated, translator: translator.name }
  } catch (error) {
    if (!(error instanceof TranslatorFault)) throw error
    log(env, 'warn', 'translator', { translator: translator.name, problem: error.message })
    if (!error.mayBeCounted) await env.DB.prepare(GIVE_BACK).bind(day, characters).run()
    throw new ServiceError('translatorNotAvailable')
  }
}

/** ?1: ids as JSON, ?2: the language. A trigger deletes the translations of hidden comments. */
const STORED = `
  SELECT translation.comment_id AS commentId, translation.language, translation.text,
    translation.translator
  FROM json_each(?1) JOIN comment_translation AS translation
    ON translation.comment_id = json_each.value AND translation.language = ?2`

export const listTranslations: Handler<'listTranslations'> = async (
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

/** Single flight: concurrent requests share one translation. */
const flights = new Map<string, Promise<Translation>>()

/**
 * Translates a comment, or returns the stored translation.
 * @throws ServiceError dataNotFound, dataNotAvailable (`language`), configurationNotFound, tooManyAttempts,
 *   translatorNotAvailable
 */
export const translateComment: Handler<'translateComment'> = async (c, { commentId, language }) => {
  const { env } = c
  const row = await env.DB.prepare(COMMENT).bind(commentId, language).first<CommentRow>()
  if (!row) throw new ServiceError('dataNotFound')
  const { text, translation, translator } = row
  if (translation !== null) return [{ commentId, language, text: translation, translator }]
  const configured = translatorOf(env)
  if (!configured) throw new ServiceError('configurationNotFound')
  const from = row.language ?? postLanguage(text)
  if (!from || from === language) throw notAvailable('language')

  const key = `${commentId} ${language}`
  const first = flights.get(key)
  const joinedFirst = await joinFlight(first)
  if (joinedFirst) return [joinedFirst]
  await countNetwork(c, 'translationsPerHour', { windowMs: HOUR_MS })
  // Another request may have started one during the count.
  const second = flights.get(key)
  const joinedSecond = second !== first && (await joinFlight(second))
  if (joinedSecond) return [joinedSecond]
  const request = { commentId, text, from, to: language }
  const flight = makeTranslation(env, configured, request).finally(() => {
    if (flights.get(key) === flight) flights.delete(key)
  })
  flights.set(key, flight)
  // Stores the result even when the client disconnects.
  c.executionCtx.waitUntil(flight.catch(() => undefined))
  return [await flight]
}

/** The translation in flight; `undefined` if its request was cancelled, so that it never settles. */
async function joinFlight(
  flight: Promise<Translation> | undefined,
): Promise<Translation | undefined> {
  return (
    (flight && (await Promise.race([flight, scheduler.wait(TRANSLATOR_TIMEOUT_MS)]))) ?? undefined
  )
}
