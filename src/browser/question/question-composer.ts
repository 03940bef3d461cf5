import { draftText, saveDraft } from '../../stores/draft.ts'
import { showLoadFailure } from '../dialogs/load-failure.ts'
import { loadStyles } from '../dialogs/on-demand-styles.ts'
import { whenIdle } from '../reading/when-idle.ts'

const isSignedIn = () => 'person' in document.documentElement.dataset

/** Whether some question has an unsent text; `earlier-draft.ts` looks closer. */
function hasDrafts(): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith('Draft:'))
  } catch {
    return false
  }
}

/** Time that a press waits for the script; the next press waits again. */
const LOAD_TIMEOUT_MS = 10_000

/**
 * The composer as the page brings it: keeps the draft, and loads `composer.ts` with its sentences when a guest touches it
 * or, for people who are signed in or have a draft, when the browser is idle. Text and presses until then are handed over.
 */
class QuestionComposer extends HTMLElement {
  connectedCallback() {
    const questionId = this.dataset['questionId'] ?? ''
    const field = this.querySelector('textarea')!
    /** The draft as this page knows it. */
    let draft = draftText(questionId)
    const button = this.querySelector('button')!
    let pressed: Element | undefined
    let isTyped = false
    let isLoading = false
    const remember = ({ target }: Event) => {
      if (target instanceof Element) pressed = target
      load()
    }
    const keep = () => {
      isTyped = true
      saveDraft(questionId, field.value)
      draft = draftText(questionId)
      load()
    }
    let waiting: ReturnType<typeof setTimeout>
    const endWait = () => {
      clearTimeout(waiting)
      button.ariaBusy = null
    }
    const fail = () => {
      endWait()
      if (pressed || isTyped) showLoadFailure()
      pressed = undefined
    }
    const load = () => {
      // The sign of a post on its way, also while it waits for the script.
      if (pressed === button && !button.ariaBusy) {
        button.ariaBusy = 'true'
        waiting = setTimeout(fail, LOAD_TIMEOUT_MS)
      }
      if (isLoading) return
      isLoading = true
      const words = import('../../stores/messages.ts').then((script) => script.loadMessages())
      void Promise.all([import('./composer.ts'), words, loadStyles()])
        .finally(endWait)
        .then(([script, t]) => {
          this.removeEventListener('click', remember)
          field.removeEventListener('input', keep)
          script.startComposer(this, t, draft, pressed)
        })
        .catch(() => {
          isLoading = false
          fail()
        })
    }
    // What was typed before this script was there comes to the draft.
    field.value ||= draft
    const isJoined = draft && field.value !== draft
    if (isJoined) field.value = `${draft}\n${field.value}`
    if (field.value !== draft) keep()
    this.addEventListener('click', remember)
    field.addEventListener('input', keep)
    this.addEventListener('pointerdown', load)
    this.addEventListener('focusin', load)
    if (isSignedIn() || hasDrafts()) whenIdle(load)
    else if (this.contains(document.activeElement)) load()
    // Pressed before this script was there (`first-paint.js`), unless the text is another now.
    const { earlyPress } = globalThis as { earlyPress?: Element }
    if (earlyPress && this.contains(earlyPress) && !isJoined) {
      pressed = earlyPress
      load()
    }
  }
}

customElements.define('question-composer', QuestionComposer)
