import type { Language } from '../../domain/language.ts'
import { writtenLanguage } from '../../domain/written-language.ts'
import type { Translate } from '../../i18n/translate.ts'
import { earlierDraft } from '../../stores/earlier-draft.ts'

/**
 * Shows the text that a person was still writing when the day of its question ended, as long as the field is empty:
 * to use it for this question, or to discard it.
 * @param onUse called when the text is in the field
 */
export function offerEarlierDraft(
  composer: HTMLElement,
  questionId: string,
  t: Translate,
  onUse: () => void,
): void {
  const field = composer.querySelector('textarea')!
  const draft = field.value ? undefined : earlierDraft(questionId)
  if (!draft) return

  const offer = document.createElement('div')
  offer.className = 'earlier-draft'
  const heading = document.createElement('p')
  heading.textContent = t('composer.earlier.heading')
  const quote = document.createElement('blockquote')
  quote.dir = 'auto'
  quote.lang = writtenLanguage(draft.text, document.documentElement.lang as Language)
  quote.textContent = draft.text
  const button = (
    key: 'composer.earlier.use' | 'composer.earlier.discard',
    onClick: () => void,
  ) => {
    const made = document.createElement('button')
    made.type = 'button'
    made.className = 'link-button'
    made.textContent = t(key)
    made.addEventListener('click', () => {
      onClick()
      draft.remove()
      offer.remove()
      field.focus()
    })
    return made
  }
  const use = button('composer.earlier.use', () => {
    field.value = field.value ? `${field.value}\n${draft.text}` : draft.text
    onUse()
  })
  const discard = button('composer.earlier.discard', () => {})
  for (const part of [heading, quote, use, discard]) offer.appendChild(part)
  composer.insertBefore(offer, composer.firstChild)
}
