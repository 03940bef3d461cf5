import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { errorCode, warn } from '../../api/result.ts'
import { t } from '../../i18n/translate.ts'
import { $dialog } from '../../stores/dialog.ts'
import { signIn } from '../../stores/begin-session.ts'
import { socialSignIn } from '../../stores/sign-in.ts'
import { FormProblem } from '../ui/Form.tsx'
import { failureText } from '../ui/failure-text.ts'
import { useHydrated } from '../ui/use-hydrated.ts'
import { useListener } from '../ui/use-listener.ts'
import { goAfterLogin } from '../../browser/account/entry.ts'
import {
  isConfigured,
  openSocialWindow,
  resumeSocialWindow,
  type SocialMode,
  type SocialOutcome,
} from './social-window.ts'

interface Props {
  mode: SocialMode
  /** Whether the session outlives the tab; called when the window opens. */
  isPersistent?: () => boolean
  mayStart: () => boolean
}

export function SocialButton({ mode, isPersistent = () => true, mayStart }: Props) {
  const isHydrated = useHydrated()
  const configured = useRef(true)
  const stopWaiting = useRef(() => {})
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')

  /** @returns the problem to show; none when signed in or shown by a dialog */
  const finish = async (outcome: SocialOutcome): Promise<string | void> => {
    if ('error' in outcome) {
      console.warn('Social sign-in failed:', outcome.error)
      return t(`social.error.${outcome.error}`)
    }
    const persistent = isPersistent()
    const result = await socialSignIn(mode, outcome.idToken, persistent)
    if (!result.ok && mode === 'register') warn('Error register Google new user', result)
    if (result.code === errorCode.dataNotFound) return $dialog.set({ name: 'accountNotFound' })
    if (result.code === errorCode.emailTaken) return t('social.error.emailTaken')
    if (result.status === 401) return t('social.error.provider')
    if (!result.ok) return failureText(result)
    const { registered, username } = result.results
    await signIn(result.results, persistent, username)
    if (registered) location.assign('/signup_username')
    else goAfterLogin()
  }
  const receive = async (outcome: SocialOutcome) => {
    setBusy(true)
    setProblem((await finish(outcome)) ?? '')
    setBusy(false)
  }
  const resume = useEffectEvent(() => {
    stopWaiting.current = resumeSocialWindow((outcome) => void receive(outcome))
  })

  useEffect(() => {
    void isConfigured().then((isFound) => (configured.current = isFound))
    resume()
    return () => stopWaiting.current()
  }, [])
  // The submitted form reports its own problem.
  useListener('submit', () => setProblem(''))

  // A press while the window is open starts over.
  const press = () => {
    setProblem('')
    if (!mayStart()) return
    stopWaiting.current()
    if (!configured.current) return setProblem(t('social.error.configuration'))
    setBusy(true)
    stopWaiting.current = openSocialWindow(mode, (outcome) => void receive(outcome))
  }

  return (
    <div className="form">
      <button
        type="button"
        className="button button-quiet button-social"
        disabled={!isHydrated}
        data-waiting={!isHydrated || undefined}
        aria-busy={isBusy || undefined}
        onClick={press}
      >
        {/* The mark comes after the words, beside which it lies: before them it would move when they arrive. */}
        <span>
          {t(`social.${mode}`)}
          <img src="/google.svg" alt="" width="18" height="18" />
        </span>
      </button>
      <FormProblem text={problem} />
    </div>
  )
}
