import { useEffect, useEffectEvent, useState, type RefObject } from 'react'
import { codeOf, warn, type Failure } from '../../api/result.ts'
import * as errorCode from '../../api/error-code.ts'
import { stored } from '../../api/storage.ts'
import { USERNAME_MAX, usernameKey, usernameProblem } from '../../domain/username.ts'
import type { Translate } from '../../i18n/translate.ts'
import { call } from '../../stores/call.ts'
import { $user } from '../../stores/user.ts'
import { Field } from './Field.tsx'

/** Debounce of the lookup, which is rate limited. */
const LOOKUP_DELAY_MS = 600

interface Props {
  t: Translate
  input: RefObject<HTMLInputElement | null>
  name: string
  onName: (name: string) => void
  problem: string | undefined
  /** After saving, a lookup would find the name taken. */
  isSaving: boolean
}

export function UsernameField({ t, input, name, onName, problem, isSaving }: Props) {
  const verdict = useVerdict(t, name, isSaving)
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
      problem={problem ?? verdict.problem}
      count={
        <p className="field-count" data-over={length > USERNAME_MAX || undefined}>
          {/* A blank as wide as a digit, so that one more moves nothing. */}
          {String(length).padStart(2, '\u2007')}/{USERNAME_MAX}
        </p>
      }
      onInput={(event) => onName(event.currentTarget.value.trim())}
    >
      <output className="visually-hidden">{isAvailable && t('username.available')}</output>
    </Field>
  )
}

function formProblem(t: Translate, name: string): string | undefined {
  const problem = usernameProblem(name)
  return problem && t(`error.username.${problem}`)
}

interface Verdict {
  problem?: string | undefined
  isAvailable?: boolean
}

function useVerdict(t: Translate, name: string, isSaving: boolean): Verdict {
  const [lookedUp, setLookedUp] = useState<Verdict & { name: string }>()
  const own = $user.get()?.username ?? (typeof window === 'object' ? stored('UserName') : null)
  const problem = name === '' ? undefined : formProblem(t, name)
  const isOwn = own !== null && usernameKey(name) === usernameKey(own)
  const isWorthChecking = name !== '' && !problem && !isOwn && !isSaving

  const lookUp = useEffectEvent(async () => {
    const result = await call('auth', 'GET /user/username/available/', { username: name })
    const isTaken = codeOf(result) === errorCode.usernameTaken
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

/**
 * Saves the name.
 * @returns its problem, or an unrelated failure
 */
export async function saveUsername(
  t: Translate,
  newUsername: string,
): Promise<{ problem: string } | { failure: Failure } | undefined> {
  const problem = formProblem(t, newUsername)
  if (problem) return { problem }
  const result = await call('user', 'PUT /user/username', { newUsername })
  if (!result.ok) warn('Error update username', result)
  const code = codeOf(result)
  if (code === errorCode.usernameTaken) return { problem: t('error.usernameTaken') }
  if (code === errorCode.dataNotAvailable) return { problem: t('error.username.characters') }
  return result.ok ? undefined : { failure: result }
}
