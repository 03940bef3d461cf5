import type { MessageKey, Translate } from '../../i18n/translate.ts'

/** A hint, a refusal, or a success that only screen readers need to hear. */
type NoteKind = 'hint' | 'refusal' | 'success'

/** The note below the field of a composer. */
export class ComposerNote {
  readonly #element: HTMLElement
  readonly #t: Translate

  constructor(host: HTMLElement, t: Translate) {
    this.#element = host.querySelector<HTMLElement>('.composer-note')!
    this.#t = t
  }

  /** Shows a message of the catalogue, or removes the note where there is none. */
  say(kind: NoteKind, key?: MessageKey, values?: Record<string, string>) {
    this.show(kind, key ? this.#t(key, values) : '')
  }

  show(kind: NoteKind, sentence: string) {
    this.#element.dataset['kind'] = kind
    this.#element.textContent = sentence
  }

  /** Shows the sentence for a reason that has no sentence in the page. Returns false where there is none. */
  async explain(field: string | undefined): Promise<boolean> {
    if (!field) return false
    const { explainRefusal } = await import('./explain-refusal.ts')
    const sentence = await explainRefusal(field)
    if (!sentence) return false
    this.show(isQuestion(field) ? 'hint' : 'refusal', sentence)
    return true
  }

  /** Says that the post waits for a moderator. */
  async explainHold(filter: string | undefined): Promise<void> {
    const { explainHold } = await import('./explain-refusal.ts')
    const sentence = await explainHold(filter)
    this.show('hint', sentence)
    // After the third post the notice of the limit is shown instead of the composer.
    const notice = document.querySelector('.limit-notice')
    if ('limitReached' in document.documentElement.dataset && notice)
      notice.appendChild(document.createElement('p')).textContent = sentence
  }
}

/** Reasons without a fault in the text: the person is asked to confirm it, or to agree to the terms first. */
const isQuestion = (field: string) => field === 'repeat' || field === 'terms'
