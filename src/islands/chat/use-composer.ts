import { useLayoutEffect, useRef, useState, type KeyboardEvent, type SubmitEvent } from 'react'
import { cameFromPage } from '../../browser/came-from-site.ts'
import { leaveNotice } from '../../browser/every-page/leave-notice.ts'
import { COMMENT_LENGTH, fitComment, storedLength } from '../../domain/comment.ts'
import { t, type MessageKey } from '../../i18n/translate.ts'
import { $isDayEnded, $postNotice, endDay } from '../../stores/chat.ts'
import { composerDraft } from '../../stores/composer-draft.ts'
import { dropSent, leftOf, type OwnPost } from '../../stores/sent-draft.ts'
import { $dialog } from '../../stores/dialog.ts'
import { clearWriter } from '../../stores/draft.ts'
import { $user } from '../../stores/user.ts'
import { useListener } from '../ui/use-listener.ts'
import { offerNext } from './offer-next.ts'
import { stayAboveKeyboard } from './stay-above-keyboard.ts'
import { askForConsent, sendComment, textProblem } from './send-comment.ts'

/** `success` is for screen readers only. */
interface Note {
  kind: 'hint' | 'refusal' | 'success'
  key?: MessageKey | undefined
  text: string
}

/** Refusals that a person can confirm, or resolve by agreeing to the terms. */
const isQuestion = (field?: string) => field === 'repeat' || field === 'terms'

const joined = (...texts: (string | undefined)[]) => texts.filter(Boolean).join('\n')

/** State of the composer. The field is uncontrolled, so that text typed before hydration stays. */
export function useComposer(questionId: string, isPage: boolean) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [count, setCount] = useState(0)
  const [note, setNote] = useState<Note>()
  /** Why the last post of the day is held. */
  const [heldBecause, setHeldBecause] = useState('')
  const [isBusy, setBusy] = useState(false)
  /** The IME owns the text while composing. */
  const isComposing = useRef(false)
  const sending = useRef<string>(undefined)
  /** The text under question; posting it again confirms it. */
  const questioned = useRef<string>(undefined)

  const isTooLong = useRef(false)
  const say = (kind: Note['kind'], key?: MessageKey, values?: Record<string, string>) =>
    setNote({ kind, key, text: key ? t(key, values) : '' })
  const measure = () => setCount(storedLength(field.current!.value))
  const save = () => {
    measure()
    const isSaved = composerDraft(questionId).save(joined(sending.current, field.current!.value))
    if (!isSaved) say('hint', 'composer.notKept')
  }
  /** What came too long, as two drafts joined or pasted before hydration, is not cut until it is short enough. */
  const adopt = () => {
    measure()
    isTooLong.current = storedLength(field.current!.value) > COMMENT_LENGTH
  }
  const showDraft = () => {
    field.current!.value = composerDraft(questionId).read()
    adopt()
  }
  /** Replaces text and note with another page's draft. */
  const showOthersDraft = () => {
    showDraft()
    questioned.current = undefined
    say('hint')
  }
  const fit = () => {
    const { value, selectionEnd } = field.current!
    isTooLong.current &&= storedLength(value) > COMMENT_LENGTH
    if (isTooLong.current) return save()
    const { text, caret, isCut } = fitComment(value, selectionEnd)
    if (text !== value) {
      field.current!.value = text
      field.current!.setSelectionRange(caret, caret)
    }
    say('hint', isCut ? 'composer.cut' : undefined)
    save()
  }

  useLayoutEffect(() => {
    stayAboveKeyboard(field.current!.form!)
    adopt()
    let person = $user.get()?.userId
    // Back from the sign-up or login that the dialog led to.
    if (person && sessionStorage['Next']) {
      sessionStorage.removeItem('Next')
      field.current!.focus({ preventScroll: true })
    }
    const stops = [
      // Switches to the draft of the newly signed-in person.
      $user.listen((user) => {
        if (user?.userId === person || sending.current !== undefined) return
        person = user?.userId
        showDraft()
        if (!user && !field.current!.value) clearWriter()
      }),
      $isDayEnded.subscribe((isEnded) => {
        if (!isEnded) return
        // The button is hidden.
        if (document.activeElement?.matches('.composer-post')) field.current!.focus()
        if (field.current!.value) say('refusal', 'composer.error.closed')
      }),
    ]
    return () => stops.forEach((stop) => stop())
    // oxlint-disable-next-line react/exhaustive-deps -- once, at the hydration
  }, [])
  // Another page may change the draft, even during bfcache, which gets no `storage` event.
  const update = () => {
    if (sending.current === undefined && composerDraft(questionId).isChanged()) showOthersDraft()
  }
  useListener('pageshow', update)
  useListener('storage', update)
  useListener('online', () => {
    if (note?.key === 'composer.error.network') say('hint')
  })

  const send = async (text: string) => {
    const draft = composerDraft(questionId)
    say('hint')
    $postNotice.set(undefined)
    sending.current = text
    setBusy(true)
    field.current!.value = ''
    save()
    const refusal = await sendComment(questionId, text, text === questioned.current)
    // Its text returns once the IME owns the field no longer, after `onCompositionEnd`.
    if (refusal && isComposing.current)
      await new Promise((end) => document.addEventListener('compositionend', end, { once: true }))
    sending.current = undefined
    setBusy(false)
    const isStored = !refusal || 'held' in refusal
    // Another page changed the draft: this failure no longer concerns the field.
    if (draft.isChanged()) {
      showOthersDraft()
      if (!isStored) return
    } else if (isStored) dropSent(questionId, field.current!.value)
    if (!refusal) {
      if (isPage) {
        leaveNotice(t('composer.posted'))
        return goBack()
      }
      say('success', 'composer.posted')
      return offerNext(text)
    }
    if ('held' in refusal) {
      const sentence = t('posting.held', { reason: refusal.held })
      setNote({ kind: 'hint', text: sentence })
      // After the third post the limit notice replaces the composer.
      if ('limitReached' in document.documentElement.dataset) setHeldBecause(sentence)
      return
    }
    field.current!.value = joined(text, field.current!.value)
    save()
    adopt()
    if (refusal.field === 'repeat') questioned.current = text
    if (refusal.field === 'terms') await askForConsent()
    say(isQuestion(refusal.field) ? 'hint' : 'refusal', refusal.message, refusal.values)
    if (refusal.message === 'composer.error.closed') endDay()
  }

  const post = async () => {
    // Where a press does not move the focus, blur ends the composition.
    if (isComposing.current) field.current!.blur()
    const text = field.current!.value
    if (sending.current !== undefined || isComposing.current) return
    if (!$user.get()) return $dialog.set({ name: 'loginRequired' })
    const problem = $isDayEnded.get() ? 'composer.error.closed' : textProblem(text)
    if (problem) console.warn('Not posted:', problem)
    if (problem) {
      field.current!.focus()
      return say('refusal', problem)
    }
    await send(text)
  }

  return {
    field,
    count,
    note,
    heldBecause,
    isBusy,
    /** Appends an earlier draft; empty changes nothing. */
    add: (text: string) => {
      field.current!.value = joined(field.current!.value, text)
      save()
      adopt()
      field.current!.focus()
    },
    /** Takes what turns out to be posted, after a failure or a visit that ended early, out of the field. */
    settle: (posts: readonly OwnPost[]) => {
      const left = leftOf(questionId, posts)
      if (left === undefined || sending.current !== undefined || isComposing.current) return
      dropSent(questionId, left)
      showDraft()
      say('success', 'composer.posted')
    },
    submit: (event: SubmitEvent<HTMLFormElement>) => {
      event.preventDefault()
      void post()
    },
    fieldProps: {
      onInput: ({ nativeEvent }: { nativeEvent: InputEvent }) => {
        // The composition may have begun before hydration.
        if (isComposing.current || nativeEvent.isComposing) return save()
        fit()
      },
      onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => {
        const { key, ctrlKey, metaKey, nativeEvent } = event
        // Safari sends the Enter that ends a composition after it, as key code 229.
        const isInputMethod = nativeEvent.isComposing || nativeEvent.keyCode === 229
        if (key !== 'Enter' || !(ctrlKey || metaKey) || isInputMethod) return
        event.preventDefault()
        void post()
      },
      onCompositionStart: () => {
        isComposing.current = true
      },
      onCompositionEnd: () => {
        isComposing.current = false
        fit()
      },
    },
  }
}

function goBack(): void {
  if (cameFromPage('/')) history.back()
  else location.assign('/')
}
