import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { errorCode, warn } from '../../api/result.ts'
import { stored } from '../../api/storage.ts'
import { storedTokens } from '../../api/tokens.ts'
import { text } from '../../browser/account/entry.ts'
import { USERNAME_MAX, usernameKey, usernameProblem } from '../../domain/username.ts'
import { t } from '../../i18n/translate.ts'
import { call } from '../../stores/call.ts'
import { $user } from '../../stores/user.ts'
import { refused } from '../account/settings-form.ts'
import { Field } from './Field.tsx'
import { useForm, useProblem } from './Form.tsx'

/** Debounce of the lookup, which is rate limited. */
const LOOKUP_DELAY_MS = 600

/** The form of the username, in the dialog and after the sign-up (`docs/product.md#profile`). */
export const useUsernameForm = (onSaved: () => Promise<void>, focusesFirst = false) =>
  useForm((data) => save(nameIn(text(data, 'username')), onSaved), { focusesFirst })

/** Full-width letters of Japanese keyboards become ASCII. */
const nameIn = (typed: string) => typed.normalize('NFKC').trim()

async function save(newUsername: string, onSaved: () => Promise<void>) {
  const problem = formProblem(newUsername)
  if (problem) return { username: problem }
  const result = await call('user', 'PUT /user/username', { newUsername })
  if (!result.ok) warn('Error update username', result)
  if (result.code === errorCode.usernameTaken) return { username: t('error.usernameTaken') }
  if (result.code === errorCode.dataNotAvailable)
    return { username: t('error.username.characters') }
  if (!result.ok) return refused(result)
  storedTokens()?.storage.setItem('UserName', newUsername)
  return onSaved()
}

interface Props {
  isSaving: boolean
}

export function UsernameField({ isSaving }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [name, setName] = useState('')
  const isUntouched = useRef(true)
  const begin = useEffectEvent(() => {
    input.current!.value ||= ownName() ?? ''
    setName(nameIn(input.current!.value))
  })
  // Before the paint, so that the field is never seen empty.
  useLayoutEffect(() => begin(), [])
  const problem = useProblem('username')
  const verdict = useVerdict(name, isSaving)
  const isAvailable = verdict.isAvailable && !problem
  const { length } = [...name]
  return (
    <Field
      ref={input}
      name="username"
      label={t('field.username')}
      autoComplete="nickname"
      autoCapitalize="none"
      spellCheck={false}
      hint={t(isAvailable ? 'username.available' : 'username.hint')}
      problem={verdict.problem}
      count={
        <p className="field-count" data-over={length > USERNAME_MAX || undefined}>
          {/* A blank as wide as a digit, so that one more moves nothing. */}
          {`${String(length).padStart(2, '\u2007')}/${USERNAME_MAX}`}
        </p>
      }
      onFocus={({ currentTarget }) => isUntouched.current && currentTarget.select()}
      // The first press replaces the whole name, unless it has selected a part; a later one is a caret's.
      onClick={({ currentTarget }) => {
        const { selectionStart, selectionEnd } = currentTarget
        if (isUntouched.current && selectionStart === selectionEnd) currentTarget.select()
        isUntouched.current = false
      }}
      onInput={(event) => {
        isUntouched.current = false
        setName(nameIn(event.currentTarget.value))
      }}
    >
      <output className="visually-hidden">{isAvailable && t('username.available')}</output>
    </Field>
  )
}

/** A sign-up knows it before the account; the server has no storage. */
const ownName = () => (typeof window === 'object' && stored('UserName')) || $user.get()?.username

function formProblem(name: string): string | undefined {
  const problem = usernameProblem(name)
  return problem && t(`error.username.${problem}`)
}

interface Verdict {
  problem?: string | undefined
  isAvailable?: boolean
}

/** @param isSaving once saved, a lookup would find the name taken */
function useVerdict(name: string, isSaving: boolean): Verdict {
  const [lookedUp, setLookedUp] = useState<Verdict & { name: string }>()
  const own = ownName()
  const problem = name === '' ? undefined : formProblem(name)
  const isOwn = own && usernameKey(name) === usernameKey(own)
  const isWorthChecking = name !== '' && !problem && !isOwn && !isSaving

  const lookUp = useEffectEvent(async () => {
    const result = await call('auth', 'GET /user/username/available/', { username: name })
    const isTaken = result.code === errorCode.usernameTaken
    if (isTaken) setLookedUp({ name, problem: t('error.usernameTaken') })
    // Other failures decide nothing: saving checks again.
    else if (result.ok) setLookedUp({ name, isAvailable: true })
  })

  useEffect(() => {
    if (!isWorthChecking) return
    const waiting = setTimeout(() => void lookUp(), LOOKUP_DELAY_MS)
    return () => clearTimeout(waiting)
  }, [name, isWorthChecking])

  if (problem) return { problem }
  return lookedUp?.name === name ? lookedUp : {}
}
