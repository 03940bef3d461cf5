import { z } from 'zod'
import { postJson } from '../http/post-json.ts'
import { TranslatorFault, type Translator } from './translator.ts'

/** Bytes of a response that are read. */
const RESPONSE_LIMIT = 64 * 1024

const response = z.object({ translatedText: z.string() })

/**
 * LibreTranslate's HTTP interface: https://docs.libretranslate.com/guides/api_usage
 * @param base an address without a trailing slash
 */
export function libretranslate(base: string, key: string | undefined): Translator {
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
      const { data } = response.safeParse(await postForJson(`${base}/translate`, body, signal))
      if (!data) throw new TranslatorFault('another shape', true)
      return data.translatedText
    },
  }
}

/**
 * Posts JSON and returns the JSON of a response with status 200.
 * @throws TranslatorFault
 */
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
