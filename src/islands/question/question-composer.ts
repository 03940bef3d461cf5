import { draftText, saveDraft } from '../../stores/draft.ts'
import { showLoadFailure } from '../../browser/dialogs/load-failure.ts'
import { loadDialogs } from '../dialogs/open-on-demand.ts'
import { whenIdle } from '../../browser/reading/when-idle.ts'

const isSignedIn = () => 'signedIn' in document.documentElement.dataset

/**
 * The composer before React: keeps the draft, and loads the island when a guest touches it or, for those who are
 * signed in or have a draft, when the browser is idle. What is typed and pressed meanwhile is handed over.
 */
class QuestionComposer extends HTMLElement {
  connectedCallback() {
    const questionId = this.dataset['questionId'] ?? ''
    const field = this.querySelector('textarea')!
    if (!field.value) field.value = draftText(questionId)

    let pressed: Element | undefined
    let isLoading = false
    const remember = ({ target }: Event) => {
      if (target instanceof Element) pressed = target
      load()
    }
    const keep = () => {
      saveDraft(questionId, field.value)
      load()
    }
    const load = () => {
      if (isLoading) return
      isLoading = true
      // A guest is going to be asked to log in.
      if (!isSignedIn()) loadDialogs().catch(() => undefined)
      void import('./mount-composer.tsx')
        .then(({ mountComposer }) => {
          this.removeEventListener('click', remember)
          field.removeEventListener('input', keep)
          mountComposer(this, pressed)
        })
        .catch(() => {
          isLoading = false
          if (pressed) showLoadFailure()
          pressed = undefined
        })
    }
    this.addEventListener('click', remember)
    field.addEventListener('input', keep)
    this.addEventListener('pointerdown', load)
    this.addEventListener('focusin', load)
    if (isSignedIn() || field.value) whenIdle(load)
    else if (this.contains(document.activeElement)) load()
    // Pressed before this script was there (`after-list.js`).
    const { earlyPress } = globalThis as { earlyPress?: Element }
    if (earlyPress && this.contains(earlyPress)) {
      pressed = earlyPress
      load()
    }
  }
}

customElements.define('question-composer', QuestionComposer)
