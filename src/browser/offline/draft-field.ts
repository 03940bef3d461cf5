import { COMMENT_LENGTH, fitComment, storedLength } from '../../domain/comment.ts'
import { draftText, saveDraft } from '../../stores/draft.ts'

/** The composer offline: saves its text as the question's draft. */
export interface DraftField {
  element: HTMLTextAreaElement
  isStored(): boolean
}

export function keepDraft(
  composer: HTMLElement,
  questionId: string,
  changed: () => void,
): DraftField {
  const element = composer.querySelector('textarea')!
  const count = composer.querySelector('.count')!
  element.value = draftText(questionId)

  const measure = () => (count.textContent = `${storedLength(element.value)}/${COMMENT_LENGTH}`)
  const keep = (isComposing: boolean) => {
    const { text, caret, isCut } = fitComment(element.value, element.selectionEnd)
    // The IME owns the text while composing.
    if (isCut && !isComposing) {
      element.value = text
      element.setSelectionRange(caret, caret)
    }
    measure()
    saveDraft(questionId, element.value)
    changed()
  }
  element.addEventListener('input', (event) => keep((event as InputEvent).isComposing))
  element.addEventListener('compositionend', () => keep(false))
  measure()
  return { element, isStored: () => draftText(questionId) === element.value }
}
