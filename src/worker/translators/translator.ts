import { z } from 'zod'
import type { TranslatorName } from '../../domain/comment-translation.ts'
import type { Language } from '../../domain/language.ts'
import { withTimeout } from '../../domain/with-timeout.ts'
import { config } from '../config/config.ts'
import { limitedText } from '../http/request-body.ts'
import { postJson } from '../http/post-json.ts'

export const TRANSLATOR_TIMEOUT_MS = 6_000

export interface TranslationRequest {
  text: string
  from: Language
  to: Language
}

export interface Translator {
  readonly name: TranslatorName
  /**
   * The result is unchecked.
   * @throws TranslatorFault
   */
  translate(request: TranslationRequest): Promise<unknown>
}

/** The message names the problem for the log, without any of the text. */
export class TranslatorFault extends Error {
  override readonly name = 'TranslatorFault'

  /** @param mayBeCounted whether the provider may have counted the characters */
  constructor(
    message: string,
    readonly mayBeCounted: boolean,
  ) {
    super(message)
  }
}

/** https://developers.cloudflare.com/workers-ai/models/m2m100-1.2b/ */
const MODEL = '@cf/meta/m2m100-1.2b'

const workersAiSchema = z.object({ translated_text: z.string() })

function workersAi(binding: Pick<Ai, 'run'>): Translator {
  return {
    name: 'workers-ai',
    async translate({ text, from, to }) {
      const request = { text, source_lang: from, target_lang: to }
      const pending = Promise.resolve(binding.run(MODEL, request))
      const response = await withTimeout(pending, TRANSLATOR_TIMEOUT_MS).catch((error: Error) => {
        throw error.name === 'TimeoutError'
          ? new TranslatorFault('no response', true)
          : new TranslatorFault('an error of the binding', false)
      })
      const { data } = workersAiSchema.safeParse(response)
      if (!data) throw new TranslatorFault('another shape', true)
      return data.translated_text
    },
  }
}

const MAX_RESPONSE_BYTES = 64 * 1024

const libreTranslateSchema = z.object({ translatedText: z.string() })

/**
 * LibreTranslate API: https://docs.libretranslate.com/guides/api_usage
 * @param base address without a trailing slash
 */
function libretranslate(base: string, key: string | undefined): Translator {
  return {
    name: 'libretranslate',
    async translate({ text, from, to }) {
      const body = {
        q: text,
        source: from,
        target: to,
        format: 'text',
        ...(key && { api_key: key }),
      }
      const { data } = libreTranslateSchema.safeParse(await postForJson(`${base}/translate`, body))
      if (!data) throw new TranslatorFault('another shape', true)
      return data.translatedText
    },
  }
}

/** @throws TranslatorFault */
async function postForJson(url: string, body: object): Promise<unknown> {
  const response = await postJson(url, body, TRANSLATOR_TIMEOUT_MS).catch(() => {
    throw new TranslatorFault('no response', true)
  })
  if (response.status !== 200) {
    response.body?.cancel().catch(() => undefined)
    throw new TranslatorFault(`status ${response.status}`, false)
  }
  try {
    return JSON.parse(await limitedText(response, MAX_RESPONSE_BYTES))
  } catch {
    throw new TranslatorFault('no JSON', true)
  }
}

export function translatorOf(env: Env): Translator | undefined {
  const { translator: settings } = config(env)
  if (settings?.name === 'workers-ai') return workersAi(settings.binding)
  return settings && libretranslate(settings.base, settings.key)
}
