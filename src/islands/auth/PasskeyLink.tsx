import { useEffect, useEffectEvent, useRef } from 'react'
import { showLoadFailure } from '../../browser/dialogs/load-failure.ts'
import { t } from '../../i18n/translate.ts'

interface Props {
  isPersistent: () => boolean
  report: (problem: string) => void
}

/** Offers passkeys in the address field's suggestions, and asks for one when pressed. */
export function PasskeyLink({ isPersistent, report }: Props) {
  const isAsking = useRef(false)
  const ask = async (isAutofill: boolean) => {
    const { loginWithPasskey } = await import('./passkey-login.ts')
    const problem = await loginWithPasskey(isPersistent, isAutofill)
    if (problem) report(problem)
  }
  const suggest = useEffectEvent(() => {
    if ('PublicKeyCredential' in globalThis) ask(true).catch(() => undefined)
  })
  useEffect(() => suggest(), [])

  // A request ends the one for suggestions, which starts again when it was cancelled.
  const press = async () => {
    if (isAsking.current) return
    isAsking.current = true
    report('')
    await ask(false).catch(showLoadFailure)
    isAsking.current = false
    suggest()
  }
  return (
    <button type="button" className="link-button" data-hold="" onClick={() => void press()}>
      {t('login.passkey')}
    </button>
  )
}
