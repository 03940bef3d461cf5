import { useEffect, useState } from 'react'
import type { Language } from '../../../domain/language.ts'
import { questionTextProblem } from '../../../domain/question-pool.ts'
import { call } from '../../../stores/call.ts'
import type { Address } from '../../../contract/call-types.ts'
import { stored } from '../../../api/storage.ts'

/** Milliseconds without a keystroke after which the card is drawn. */
const TYPING_PAUSE_MS = 500

interface DrawnCard {
  /** Object URL of the last card that was drawn. */
  url?: string
  /** The question on it. */
  text?: string
  /** The text has changed since. */
  isOld: boolean
  isFailed: boolean
}

/** The card of a question that is being written, drawn by the server once the typing pauses. */
export function useCard(text: string, language: Language, topicId: string | undefined): DrawnCard {
  const [card, setCard] = useState<{ of: string; text: string; url?: string }>()
  const key = JSON.stringify([text, topicId])
  useEffect(() => {
    if (!topicId || questionTextProblem(text, language)) return
    const aborter = new AbortController()
    const draw = async () => {
      const written = { text, language, topicId }
      let drawn = await drawCard(written, aborter.signal)
      if (drawn === 401 && !aborter.signal.aborted) {
        // The access token may have expired while somebody was thinking: any call renews it.
        await call('operator', 'GET /topic', {})
        drawn = await drawCard(written, aborter.signal)
      }
      if (aborter.signal.aborted) return
      const url = typeof drawn === 'number' ? {} : { url: URL.createObjectURL(drawn) }
      setCard({ of: key, text, ...url })
    }
    const timer = setTimeout(() => void draw(), TYPING_PAUSE_MS)
    return () => {
      clearTimeout(timer)
      aborter.abort()
    }
  }, [key, text, language, topicId])
  const url = card?.url
  useEffect(() => () => (url ? URL.revokeObjectURL(url) : undefined), [url])
  return {
    ...(url && { url, text: card.text }),
    isOld: card?.of !== key,
    isFailed: card !== undefined && !url,
  }
}

interface Written {
  text: string
  language: Language
  topicId: string
}

/** The card of a question as the server draws it; the status where it does not, 0 without a response. */
async function drawCard(written: Written, signal: AbortSignal): Promise<Blob | number> {
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
