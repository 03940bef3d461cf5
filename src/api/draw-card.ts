import type { Address } from '../contract/call-types.ts'
import type { Language } from '../domain/language.ts'
import { stored } from './storage.ts'

interface Written {
  text: string
  language: Language
  topicId: string
}

/** The card of a question as the server draws it; the status where it does not, 0 without a response. */
export async function drawCard(written: Written, signal: AbortSignal): Promise<Blob | number> {
  const response = await fetch('/service/card' satisfies Address, {
    method: 'POST',
    body: JSON.stringify(written),
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${stored('AccessToken')}`,
    },
    signal,
  }).catch(() => undefined)
  return response?.ok ? response.blob() : (response?.status ?? 0)
}
