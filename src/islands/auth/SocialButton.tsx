import { useEffect, useRef, useState } from 'react'
import { socialSignIn } from '../../api/auth.ts'
import { codeOf } from '../../api/call.ts'
import { errorCode } from '../../api/error-code.ts'
import type { Translate } from '../../i18n/translate.ts'
import { $dialog } from '../../stores/dialog.ts'
import { signIn } from '../../stores/session.ts'
import { failureText } from '../ui/failure-text.ts'
import { FormProblem } from '../ui/FormProblem.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'
import { afterLogin, go } from './entry.ts'
import {
  isConfigured,
  openSocialWindow,
  type SocialMode,
  type SocialOutcome,
} from './social-window.ts'

interface Props {
  t: Translate
  mode: SocialMode
  /** Whether the session outlives the tab, asked when it is opened. */
  isKept?: () => boolean
}

export function SocialButton({ t, mode, isKept = () => true }: Props) {
  const isHydrated = useHydrated()
  const configured = useRef(true)
  const stopWaiting = useRef(() => {})
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')

  useEffect(() => {
    void isConfigured().then((answer) => (configured.current = answer))
    return () => stopWaiting.current()
  }, [])

  const receive = async (outcome: SocialOutcome) => {
    setProblem((await finish(t, mode, isKept, outcome)) ?? '')
    setBusy(false)
  }
  // Pressed again while the window is open, it begins anew.
  const press = () => {
    stopWaiting.current()
    setProblem('')
    if (!configured.current) return setProblem(t('social.error.configuration'))
    setBusy(true)
    stopWaiting.current = openSocialWindow(mode, (outcome) => void receive(outcome))
  }

  return (
    <div className="form">
      <button
        type="button"
        className="button button-social"
        disabled={!isHydrated}
        data-waiting={!isHydrated || undefined}
        aria-busy={isBusy || undefined}
        onClick={press}
      >
        <GoogleMark />
        {t(`social.${mode}`)}
      </button>
      <FormProblem text={problem} />
    </div>
  )
}

/** Exchanges the token; answers what to tell the person, nothing when signed in or when a dialog tells it. */
async function finish(
  t: Translate,
  mode: SocialMode,
  isKept: () => boolean,
  outcome: SocialOutcome,
): Promise<string | void> {
  if ('error' in outcome) return t(`social.error.${outcome.error}`)
  const kept = isKept()
  const answer = await socialSignIn(mode, outcome.idToken, kept)
  const code = codeOf(answer)
  if (code === errorCode.dataNotFound) return $dialog.set({ name: 'accountNotFound' })
  if (code === errorCode.emailTaken) return t('social.error.emailTaken')
  if (!answer.ok && answer.error !== 'network' && answer.error.httpCode === 401) {
    return t('social.error.provider')
  }
  if (!answer.ok) return failureText(t, answer)
  const { registered, username } = answer.results
  await signIn(answer.results, kept, username)
  go(registered ? '/signup_username' : afterLogin(location.search, location.origin))
}

function GoogleMark() {
  return (
    <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
      <path
        fill="#4285f4"
        d="M17.64 9.2c0-.64-.06-1.25-.16-1.84H9v3.48h4.84a4.14 4.14 0 0 1-1.8 2.72v2.26h2.92c1.7-1.57 2.68-3.88 2.68-6.62z"
      />
      <path
        fill="#34a853"
        d="M9 18c2.43 0 4.47-.8 5.96-2.18l-2.92-2.26c-.8.54-1.84.86-3.04.86-2.34 0-4.33-1.58-5.04-3.71H.96v2.33A9 9 0 0 0 9 18z"
      />
      <path
        fill="#fbbc05"
        d="M3.96 10.71A5.41 5.41 0 0 1 3.68 9c0-.6.1-1.17.28-1.71V4.96H.96a9 9 0 0 0 0 8.08z"
      />
      <path
        fill="#ea4335"
        d="M9 3.58c1.32 0 2.5.45 3.44 1.35l2.58-2.59A9 9 0 0 0 .96 4.96l3 2.33C4.67 5.16 6.66 3.58 9 3.58z"
      />
    </svg>
  )
}
