import { COMMENT_LENGTH, fitComment, storedLength } from '../../domain/comment.ts'
import type { Translate } from '../../i18n/translate.ts'
import { clearWriter } from '../../stores/draft.ts'
import { $user } from '../../stores/user.ts'
import { showLoginRequired } from '../dialogs/login-required.ts'
import { cameFromHome } from '../came-from-site.ts'
import { endDay, isDayEnded } from '../reading/end-day.ts'
import { stayAboveKeyboard } from './above-keyboard.ts'
import { ComposerDraft } from './composer-draft.ts'
import { ComposerNote } from './composer-note.ts'
import { offerEarlierDraft } from './offer-earlier-draft.ts'
import { followOwnPosts } from './comment-dots.ts'
import { sendComment, textProblem } from './send-comment.ts'

/**
 * Attaches the events of the page's composer (`components/question/Composer.astro`).
 * @param t translates the composer's own sentences, which the page does not contain
 * @param draft the draft as the page has read or written it
 * @param pressed the element that was pressed before this script had loaded
 */
export function startComposer(
  host: HTMLElement,
  t: Translate,
  draft: string,
  pressed?: Element,
): void {
  // Loading may have taken more than one attempt.
  document.querySelector('.load-failure')?.remove()
  stayAboveKeyboard(host)
  new Composer(host, t, draft).start(pressed)
}

class Composer {
  readonly #host: HTMLElement
  readonly #field: HTMLTextAreaElement
  readonly #button: HTMLButtonElement
  readonly #questionId: string
  readonly #draft: ComposerDraft
  readonly #note: ComposerNote
  readonly #t: Translate
  /** The input method owns the text while composing. */
  #isComposing = false
  #hasAskedForLogin = false
  #sending: string | undefined
  /** The text that the person was asked about; posting it again confirms it. */
  #questioned: string | undefined

  constructor(host: HTMLElement, t: Translate, draft: string) {
    this.#host = host
    this.#field = host.querySelector('textarea')!
    this.#button = host.querySelector<HTMLButtonElement>('.composer-post')!
    this.#questionId = host.dataset['questionId'] ?? ''
    this.#draft = new ComposerDraft(this.#questionId, draft)
    this.#note = new ComposerNote(host, t)
    this.#t = t
  }

  start(pressed: Element | undefined) {
    const field = this.#field
    field.addEventListener('input', (event) => this.#onInput(event as InputEvent))
    field.addEventListener('keydown', (event) => this.#onKeyDown(event))
    field.addEventListener('click', () => this.#onFieldClick())
    field.addEventListener('compositionstart', () => (this.#isComposing = true))
    field.addEventListener('compositionend', () => {
      this.#isComposing = false
      this.#fit(false)
    })
    this.#button.addEventListener('click', () => void this.#post())
    // Another page may have changed the draft while this script was loading: a press before that was for another text.
    const { isChanged } = this.#draft
    const isPost = pressed && !isChanged && this.#button.contains(pressed)
    if (isChanged) this.#showDraft()
    else this.#count()
    followOwnPosts(this.#host, this.#questionId, this.#t)
    offerEarlierDraft(this.#host, this.#questionId, this.#t, () => this.#fit(false))
    this.#followPerson()
    this.#followDayEnd()
    this.#followDraft()
    if (isPost) void this.#post()
    else if (pressed === field) this.#onFieldClick()
  }

  /** Shows the draft of the person who is signed in now, and removes the text of one who has logged out. */
  #followPerson() {
    let person = $user.get()?.userId
    $user.listen((user) => {
      if (user?.userId === person || this.#sending !== undefined) return
      person = user?.userId
      this.#showDraft()
      if (!user && !this.#field.value) clearWriter()
    })
  }

  /** Shows the draft that another page has changed, also after the back/forward cache, which sees no `storage` event. */
  #followDraft() {
    const update = () => {
      if (this.#sending === undefined && this.#draft.isChanged) this.#showOthersDraft()
    }
    addEventListener('pageshow', update)
    addEventListener('storage', update)
  }

  #showDraft() {
    this.#field.value = this.#draft.read()
    this.#count()
  }

  /** The draft of another page takes the place of the text here, and of what was said about it. */
  #showOthersDraft() {
    this.#showDraft()
    this.#questioned = undefined
    this.#note.say('hint')
  }

  #followDayEnd() {
    const update = () => {
      if (isDayEnded() && this.#field.value) this.#note.say('refusal', 'composer.error.closed')
    }
    update()
    const observer = new MutationObserver(update)
    observer.observe(document.documentElement, { attributeFilter: ['data-ended'] })
  }

  #count() {
    const count = this.#host.querySelector('.count')!
    count.textContent = `${storedLength(this.#field.value)}/${COMMENT_LENGTH}`
  }

  #save() {
    this.#count()
    const unsent = [this.#sending, this.#field.value].filter(Boolean)
    this.#draft.save(unsent.join('\n'))
  }

  #fit(isPasted: boolean) {
    const { value, selectionEnd } = this.#field
    const { text, caret, isCut } = fitComment(value, selectionEnd)
    if (text !== value) {
      this.#field.value = text
      this.#field.setSelectionRange(caret, caret)
    }
    this.#note.say('hint', isCut && isPasted ? 'composer.cut' : undefined)
    this.#save()
  }

  #onInput({ inputType, isComposing }: InputEvent) {
    // The composition may have begun before this script had loaded.
    if (this.#isComposing || isComposing) return this.#save()
    this.#fit(/^insertFrom(Paste|Drop)/.test(inputType))
  }

  #onKeyDown(event: KeyboardEvent) {
    const { key, ctrlKey, metaKey } = event
    // Safari sends the Enter that ends a composition after it, as key code 229.
    const isInputMethod = event.isComposing || event.keyCode === 229
    if (key !== 'Enter' || !(ctrlKey || metaKey) || isInputMethod) return
    event.preventDefault()
    void this.#post()
  }

  #onFieldClick() {
    if (!$user.get() && !this.#hasAskedForLogin) this.#askForLogin()
  }

  #askForLogin() {
    this.#hasAskedForLogin = true
    void showLoginRequired(this.#t)
  }

  async #post() {
    // Where a press does not move the focus, leaving the field ends the composition.
    if (this.#isComposing) this.#field.blur()
    const text = this.#field.value
    if (this.#sending !== undefined || this.#isComposing) return
    if (!$user.get()) return this.#askForLogin()
    const problem = isDayEnded() ? 'composer.error.closed' : textProblem(text)
    if (problem) console.warn('Not posted:', problem)
    if (problem === 'empty') return this.#field.focus()
    if (problem) return this.#note.say('refusal', problem)
    await this.#send(text)
  }

  async #send(text: string) {
    this.#note.say('hint')
    this.#sending = text
    this.#button.ariaBusy = 'true'
    this.#field.value = ''
    this.#save()
    const anyway = text === this.#questioned
    const refusal = await sendComment(this.#questionId, text, anyway)
    this.#sending = undefined
    this.#button.ariaBusy = null
    const isStored = !refusal || 'held' in refusal
    // Another page has changed or posted the text since: a failure of this post no longer concerns what the field shows.
    if (this.#draft.isChanged) {
      this.#showOthersDraft()
      if (!isStored) return
    } else if (isStored) this.#draft.clear(this.#field.value)
    if (!refusal) {
      this.#note.say('success', 'composer.posted')
      if ('page' in this.#host.dataset) goBack()
      return
    }
    if ('held' in refusal) {
      return this.#note.explainHold(refusal.held.filter)
    }
    const { value } = this.#field
    this.#field.value = value ? `${text}\n${value}` : text
    this.#save()
    if (refusal.field === 'repeat') this.#questioned = text
    if (!(await this.#note.explain(refusal.field)))
      this.#note.say('refusal', refusal.message, refusal.values)
    if (refusal.isClosed) endDay()
    if (refusal.needsLogin) this.#askForLogin()
  }
}

/** Goes back to the page that opened the page for writing. */
function goBack(): void {
  if (cameFromHome()) history.back()
  else location.assign('/')
}
