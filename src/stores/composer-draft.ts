import { draftText, saveDraft } from './draft.ts'
import { clearDraft } from './draft-key.ts'

class ComposerDraft {
  readonly #questionId: string
  /** The text last read or written by this page. */
  #known: string

  constructor(questionId: string) {
    this.#questionId = questionId
    this.#known = draftText(questionId)
  }

  /** Whether another page has changed or posted the draft since. */
  get isChanged(): boolean {
    return draftText(this.#questionId) !== this.#known
  }

  get known(): string {
    return this.#known
  }

  read(): string {
    return (this.#known = draftText(this.#questionId))
  }

  save(text: string): void {
    saveDraft(this.#questionId, text)
    this.read()
  }

  /**
   * Clears the posted text and its key.
   * @param left text typed since the post was sent
   */
  clear(left: string): void {
    clearDraft(this.#questionId, left)
    this.read()
  }
}

let draft: ComposerDraft | undefined

/** The page's draft, one instance before and after hydration. */
export const composerDraft = (questionId: string): ComposerDraft =>
  (draft ??= new ComposerDraft(questionId))
