import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState, type CompositionEvent, type KeyboardEvent } from 'react'
import {
  COMMENT_LENGTH,
  COMMENTS_PER_QUESTION,
  fitComment,
  storedLength,
} from '../../domain/comment.ts'
import { translate, type Messages } from '../../i18n/translate.ts'
import { $dialog } from '../../stores/dialog.ts'
import { saveDraft } from '../../stores/draft.ts'
import { $livingPosts } from '../../stores/own-posts.ts'
import { $user } from '../../stores/user.ts'
import { isFromHome } from '../../browser/question/from-here.ts'
import { postComment, textProblem } from '../../browser/question/post-comment.ts'
import { endDay, isDayEnded } from '../../browser/reading/end-day.ts'
import { useLimit } from './use-limit.ts'

interface Props {
  questionId: string
  messages: Messages
  isPage: boolean
  /** What was pressed before the island answered. */
  pressed: Element | undefined
}

/**
 * Renders what `components/question/Composer.astro` put into the page, element by element. The field is not
 * controlled: the input method owns its text while composing.
 */
export function Composer({ questionId, messages, isPage, pressed }: Props) {
  const t = translate(messages)
  const field = useRef<HTMLTextAreaElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const isComposing = useRef(false)
  const isAsked = useRef(false)
  const [length, setLength] = useState(0)
  const [note, setNote] = useState('')
  const [sending, setSending] = useState<string>()
  const user = useStore($user, { ssr: 'initial' })
  const living = useStore($livingPosts, { ssr: 'initial' })
  useLimit(questionId, user?.userId, living)

  const measure = () => {
    const { value } = field.current!
    setLength(storedLength(value))
    saveDraft(questionId, [sending, value].filter(Boolean).join('\n'))
  }

  const fit = (isPasted: boolean) => {
    const { value, selectionEnd } = field.current!
    const { text, caret, isCut } = fitComment(value, selectionEnd)
    if (isCut) {
      field.current!.value = text
      field.current!.setSelectionRange(caret, caret)
    }
    setNote(isCut && isPasted ? t('composer.cut') : '')
    measure()
  }

  const onInput = ({ nativeEvent }: { nativeEvent: Event }) => {
    const { inputType = '', isComposing: isComposed } = nativeEvent as InputEvent
    // The composition may have begun before the island was there.
    if (isComposing.current || isComposed) return measure()
    fit(/^insertFrom(Paste|Drop)/.test(inputType))
  }

  const onCompositionEnd = (_: CompositionEvent) => {
    isComposing.current = false
    fit(false)
  }

  const askForLogin = () => {
    isAsked.current = true
    $dialog.set({ name: 'loginRequired' })
  }

  const post = async () => {
    // Where a press leaves the field its focus, leaving it confirms what is being composed.
    if (isComposing.current) field.current!.blur()
    const raw = field.current!.value
    if (sending !== undefined || isComposing.current) return
    if (!$user.get()) return askForLogin()
    const problem = textProblem(raw)
    if (problem === 'empty') return field.current!.focus()
    if (problem) return setNote(t(problem))
    setNote('')
    setSending(raw)
    field.current!.value = ''
    setLength(0)
    const refusal = await postComment(questionId, raw, () => field.current!.value)
    setSending(undefined)
    if (!refusal) {
      setNote(t('composer.posted'))
      if (isPage) leave()
      return
    }
    const { value } = field.current!
    field.current!.value = value ? `${raw}\n${value}` : raw
    setLength(storedLength(field.current!.value))
    saveDraft(questionId, field.current!.value)
    setNote(t(refusal.message))
    if (refusal.isClosed) endDay()
    if (refusal.needsLogin) askForLogin()
  }

  const onKeyDown = ({ key, ctrlKey, metaKey, nativeEvent }: KeyboardEvent) => {
    // Safari sends the Enter that ends a composition after it, as key code 229.
    const isInputMethod = nativeEvent.isComposing || nativeEvent.keyCode === 229
    if (key !== 'Enter' || !(ctrlKey || metaKey) || isInputMethod) return
    nativeEvent.preventDefault()
    void post()
  }

  const onFieldClick = () => {
    if (!$user.get() && !isAsked.current) askForLogin()
  }

  useEffect(() => {
    setLength(storedLength(field.current!.value))
    if (pressed && button.current!.contains(pressed)) void post()
    else if (pressed && pressed === field.current) onFieldClick()
    // Once, for what happened before the island was there.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  // A text just being written at midnight stays where it is, and is told why it cannot be posted.
  useEffect(() => {
    const tell = () => {
      if (isDayEnded() && field.current!.value) setNote(t('composer.error.closed'))
    }
    tell()
    const observer = new MutationObserver(tell)
    observer.observe(document.documentElement, { attributeFilter: ['data-ended'] })
    return () => observer.disconnect()
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  const left = user && living !== undefined ? Math.min(living, COMMENTS_PER_QUESTION) : undefined
  // That a post went through is seen in the list; it is said to those who do not see it.
  const isQuiet = note === t('composer.posted')
  return (
    <div className="composer-form">
      <label className="visually-hidden" htmlFor="post">
        {t('composer.label')}
      </label>
      <textarea
        ref={field}
        id="post"
        rows={isPage ? 6 : 1}
        placeholder={t('composer.placeholder')}
        aria-describedby="post-count"
        autoComplete="off"
        enterKeyHint="enter"
        onInput={onInput}
        onKeyDown={onKeyDown}
        onClick={onFieldClick}
        onCompositionStart={() => (isComposing.current = true)}
        onCompositionEnd={onCompositionEnd}
      />
      <div className="composer-row">
        <p className="dots">
          {left !== undefined && (
            <>
              <span aria-hidden="true">
                {'●'.repeat(left) + '○'.repeat(COMMENTS_PER_QUESTION - left)}
              </span>
              <span className="visually-hidden">{t('composer.dots', { count: left })}</span>
            </>
          )}
        </p>
        {!isPage && (
          <a
            className="open-form"
            href={`/add_post?themeID=${questionId}`}
            aria-label={t('composer.openForm')}
          >
            <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
              <path d="M11.5 3.500h5v5M16.500 3.500l-6 6M8.500 16.500h-5v-5M3.500 16.500l6-6" />
            </svg>
          </a>
        )}
        <p className="count" id="post-count">{`${length}/${COMMENT_LENGTH}`}</p>
        <button
          ref={button}
          className="button"
          type="button"
          aria-busy={sending === undefined ? undefined : true}
          onClick={() => void post()}
        >
          {t('composer.post')}
        </button>
      </div>
      <p className={`composer-note${isQuiet ? ' visually-hidden' : ''}`} role="status">
        {note}
      </p>
    </div>
  )
}

/** Back to where the page of its own was opened from. */
function leave(): void {
  if (isFromHome()) history.back()
  else location.assign('/')
}
