import { z } from 'zod'
import type { TranslatorName } from '../../domain/comment-translation.ts'
import type { Language } from '../../domain/language.ts'
import { config, type TranslatorConfig } from '../config/config.ts'
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
  translate(request: TranslationRequest, signal: AbortSignal): Promise<unknown>
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
    async translate({ text, from, to }, signal) {
      const aborted = new Promise<never>((_, reject) => {
        const fail = () => reject(new TranslatorFault('no response', true))
        signal.addEventListener('abort', fail)
      })
      const pending = Promise.resolve(
        binding.run(MODEL, { text, source_lang: from, target_lang: to }),
      ).catch(() => {
        throw new TranslatorFault('an error of the binding', false)
      })
      // The binding takes no signal.
      const { data } = workersAiSchema.safeParse(await Promise.race([pending, aborted]))
      if (!data) throw new TranslatorFault('another shape', true)
      return data.translated_text
    },
  }
}

const RESPONSE_LIMIT = 64 * 1024

const libreTranslateSchema = z.object({ translatedText: z.string() })

/**
 * LibreTranslate API: https://docs.libretranslate.com/guides/api_usage
 * @param base address without a trailing slash
 */
function libretranslate(base: string, key: string | undefined): Translator {
  return {
    name: 'libretranslate',
    async translate({ text, from, to }, signal) {
      const body = {
        q: text,
        source: from,
        target: to,
        format: 'text',
        ...(key && { api_key: key }),
      }
      const { data } = libreTranslateSchema.safeParse(
        await postForJson(`${base}/translate`, body, signal),
      )
      if (!data) throw new TranslatorFault('another shape', true)
      return data.translatedText
    },
  }
}

/** @throws TranslatorFault */
async function postForJson(url: string, body: object, signal: AbortSignal): Promise<unknown> {
  const response = await postJson(url, body, { signal }).catch(() => {
    throw new TranslatorFault('no response', true)
  })
  if (response.status !== 200) {
    response.body?.cancel().catch(() => undefined)
    throw new TranslatorFault(`status ${response.status}`, false)
  }
  try {
    return JSON.parse(await limitedText(response))
  } catch (error) {
    throw error instanceof TranslatorFault ? error : new TranslatorFault('no JSON', true)
  }
}

async function limitedText({ body }: Response): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  let length = 0
  for await (const part of body ?? []) {
    length += part.length
    if (length > RESPONSE_LIMIT) throw new TranslatorFault('too long', true)
    text += decoder.decode(part, { stream: true })
  }
  return text + decoder.decode()
}

const translators = new WeakMap<TranslatorConfig, Translator>()

export function translatorOf(env: Env): Translator | undefined {
  const { translator: settings } = config(env)
  if (!settings) return undefined
  let known = translators.get(settings)
  if (!known) translators.set(settings, (known = create(settings)))
  return known
}

function create(settings: TranslatorConfig): Translator {
  switch (settings.name) {
    case 'workers-ai':
      return workersAi(settings.binding)
    case 'libretranslate':
      return libretranslate(settings.base, settings.key)
  }
}
