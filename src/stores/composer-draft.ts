import { draftText, saveDraft } from './draft.ts'
import { clearDraft } from './draft-key.ts'

/** The composer's text in storage, which other pages and tabs change as well. */
class ComposerDraft {
  readonly #questionId: string
  /** The text as this page last read or wrote it. */
  #known: string

  constructor(questionId: string) {
    this.#questionId = questionId
    this.#known = draftText(questionId)
  }

  /** Whether another page has changed it, or posted it, since this one read or wrote it. */
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

  /** The text has been posted: its key is used up. @param left what was typed since */
  clear(left: string): void {
    clearDraft(this.#questionId, left)
    this.read()
  }
}

let draft: ComposerDraft | undefined

/** The draft of the page's composer: the same before and after the chat is hydrated. */
export const composerDraft = (questionId: string): ComposerDraft =>
  (draft ??= new ComposerDraft(questionId))
