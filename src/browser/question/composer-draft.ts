import { draftText, saveDraft } from '../../stores/draft.ts'
import { clearDraft } from '../../stores/draft-key.ts'

/** The composer's text in storage, which other pages and tabs change as well. */
export class ComposerDraft {
  readonly #questionId: string
  /** The text as this page last read or wrote it. */
  #known: string

  constructor(questionId: string, known: string) {
    this.#questionId = questionId
    this.#known = known
  }

  /** Whether another page has changed it, or posted it, since this one read or wrote it. */
  get isChanged(): boolean {
    return draftText(this.#questionId) !== this.#known
  }

  read(): string {
    return (this.#known = draftText(this.#questionId))
  }

  save(text: string): void {
    saveDraft(this.#questionId, text)
    this.read()
  }

  /** The text has been posted: its key is used up. @param left what was typed since */
  clear(left: string): void {
    clearDraft(this.#questionId, left)
    this.read()
  }
}
