import { t } from '../../../i18n/translate.ts'
import type { DeskTopic } from '../../../contract/question-desk-schemas.ts'
import { languages, type Language } from '../../../domain/language.ts'
import {
  cleanQuestionText,
  isUprightQuestion,
  questionTextProblem,
} from '../../../domain/question-pool.ts'
import { textIn } from '../../../stores/language.ts'
import { languageName } from '../format.ts'
import { useEffect, useState } from 'react'
import { call } from '../../../stores/call.ts'
import type { Address } from '../../../contract/call-types.ts'
import { stored } from '../../../api/storage.ts'

interface Props {
  texts: Record<Language, string>
  topic: DeskTopic | undefined
}

/** Preview of a question's page and card in every language; mails carry no question. */
export default function Preview({ texts, topic }: Props) {
  return (
    <section className="question-preview" aria-label={t('questions.preview')}>
      <h2>{t('questions.preview')}</h2>
      {languages.map((language) => (
        <LanguagePreview key={language} {...{ language, topic }} text={texts[language]} />
      ))}
    </section>
  )
}

type LanguageProps = Pick<Props, 'topic'> & { language: Language; text: string }

function LanguagePreview({ language, text: typed, topic }: LanguageProps) {
  const text = cleanQuestionText(typed)
  const card = useCard(text, language, topic?.topicId)
  const upright = isUprightQuestion(text, language) || undefined
  return (
    <div className="preview-language">
      <p className="field-hint">{languageName(language)}</p>
      <figure lang={language} data-upright={upright}>
        <figcaption>{t('questions.previewPage')}</figcaption>
        <div className="preview-page">
          <small>
            {topic && `${textIn(topic.category, language)} · ${textIn(topic.name, language)}`}
          </small>
          <p>{text}</p>
        </div>
      </figure>
      <figure lang={language}>
        <figcaption>{t('questions.previewCard')}</figcaption>
        <div className="preview-card" data-old={card.isOld || undefined}>
          {card.url && <img src={card.url} alt={card.text} width="1200" height="630" />}
          {card.isFailed && <p className="field-hint">{t('questions.cardFailed')}</p>}
        </div>
      </figure>
    </div>
  )
}

const TYPING_PAUSE_MS = 500

function useCard(text: string, language: Language, topicId: string | undefined) {
  const [card, setCard] = useState<{ of: string; text: string; url?: string }>()
  const key = JSON.stringify([text, topicId])
  useEffect(() => {
    if (!topicId || questionTextProblem(text, language)) return
    const aborter = new AbortController()
    const draw = async () => {
      const written = { text, language, topicId }
      let drawn = await drawCard(written, aborter.signal)
      if (drawn === 401 && !aborter.signal.aborted) {
        // Any call refreshes an access token that expired meanwhile.
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
  return { url, text: card?.text, isOld: card?.of !== key, isFailed: card && !url }
}

/** The server-drawn card, or the error status, 0 without a response. */
async function drawCard(written: object, signal: AbortSignal): Promise<Blob | number> {
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
