import { useEffect, useState } from 'react'
import { composerDraft } from '../../stores/composer-draft.ts'
import { writtenLanguage } from '../../domain/written-language.ts'
import type { Translate } from '../../i18n/translate.ts'
import { earlierDraft } from '../../stores/earlier-draft.ts'
import { pageLanguage } from '../../stores/language.ts'

interface Props {
  t: Translate
  questionId: string
  onUse: (text: string) => void
}

/** Offers the unsent text of a past day while the field is empty: use or discard. */
export function EarlierDraft({ t, questionId, onUse }: Props) {
  const [draft, setDraft] = useState<ReturnType<typeof earlierDraft>>()
  useEffect(() => {
    if (!composerDraft(questionId).known) setDraft(earlierDraft(questionId))
  }, [questionId])
  if (!draft) return null
  const end = (text: string) => {
    onUse(text)
    draft.remove()
    setDraft(undefined)
  }
  return (
    <div className="earlier-draft">
      <p>{t('composer.earlier.heading')}</p>
      <blockquote dir="auto" lang={writtenLanguage(draft.text, pageLanguage())}>
        {draft.text}
      </blockquote>
      <button type="button" className="link-button" onClick={() => end(draft.text)}>
        {t('composer.earlier.use')}
      </button>
      <button type="button" className="link-button" onClick={() => end('')}>
        {t('composer.earlier.discard')}
      </button>
    </div>
  )
}
