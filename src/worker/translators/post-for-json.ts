import { postJson } from '../http/post-json.ts'
import { TranslatorFault } from './translator.ts'

/** Bytes of a response that are read. */
const RESPONSE_LIMIT = 64 * 1024

/**
 * Posts JSON and returns the JSON of a response with status 200.
 * @throws TranslatorFault
 */
export async function postForJson(
  url: string,
  body: object,
  signal: AbortSignal,
  headers: Record<string, string> = {},
): Promise<unknown> {
  const response = await postJson(url, body, { signal, headers }).catch(() => {
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
