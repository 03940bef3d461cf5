import { z } from 'zod'
import type { Translation } from '../../../contract/schemas.ts'
import { normalizeComment, withoutControls } from '../../../domain/comment.ts'
import { TRANSLATION_LENGTH } from '../../../domain/comment-translation.ts'
import { tokyoDay, tokyoDayEnd } from '../../../domain/question-day.ts'
import { now } from '../../config/clock.ts'
import { config } from '../../config/config.ts'
import { isVisible } from '../../db/stored-comment.ts'
import { ServiceError } from '../../http/service.ts'
import { log } from '../../logging/log.ts'
import {
  TRANSLATOR_TIMEOUT_MS,
  TranslatorFault,
  type Translator,
  type TranslationRequest,
} from '../../translators/translator.ts'

/** Adds to the day's characters unless that makes them more than ?3; returns no row then. */
const RESERVE = `
  INSERT INTO translated_day (day, characters) SELECT ?1, ?2 WHERE ?2 <= ?3
  ON CONFLICT (day) DO UPDATE SET characters = characters + ?2 WHERE characters + ?2 <= ?3
  RETURNING characters`

const GIVE_BACK = 'UPDATE translated_day SET characters = characters - ?2 WHERE day = ?1'

/** A comment that was deleted or hidden meanwhile gets no translation. */
const STORE = `
  INSERT INTO comment_translation (comment_id, language, text, translator, created_at)
  SELECT comment.id, ?2, ?3, ?4, ?5 FROM comment WHERE comment.id = ?1 AND ${isVisible}
  ON CONFLICT (comment_id, language) DO UPDATE SET text = excluded.text, translator = excluded.translator`

/** Whatever a translator returns, as it is stored and shown. */
const shownText = z
  .string()
  .max(TRANSLATION_LENGTH)
  .transform((text) => normalizeComment(withoutControls(text)))
  .refine(Boolean)

/**
 * Asks the translator for a comment's text and stores the result.
 * @throws ServiceError tooManyAttempts when the day's characters are used up, translatorNotAvailable, dataNotFound
 */
export async function makeTranslation(
  env: Env,
  translator: Translator,
  wanted: TranslationRequest & { commentId: string },
): Promise<Translation> {
  const { commentId, text, to: language } = wanted
  const day = tokyoDay(now(env))
  const characters = [...text].length
  if (!(await reserve(env, day, characters))) {
    const retryAfter = Math.ceil((tokyoDayEnd(now(env)) - now(env)) / 1000)
    throw new ServiceError('tooManyAttempts', { retryAfter })
  }
  try {
    const translated = await requestTranslation(translator, wanted)
    const { meta } = await env.DB.prepare(STORE)
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

/** Whether the day's limit admits these characters, which then count. */
async function reserve(env: Env, day: string, characters: number): Promise<boolean> {
  const most = config(env).translatedCharactersPerDay
  return (await env.DB.prepare(RESERVE).bind(day, characters, most).first()) !== null
}

/** @throws TranslatorFault */
async function requestTranslation(
  translator: Translator,
  wanted: TranslationRequest,
): Promise<string> {
  const translated = await translator.translate(wanted, AbortSignal.timeout(TRANSLATOR_TIMEOUT_MS))
  const { data } = shownText.safeParse(translated)
  if (data === undefined) throw new TranslatorFault('no text', true)
  return data
}
