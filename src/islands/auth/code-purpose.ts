import type { CallResult } from '../../api/result.ts'
import { storedTokens } from '../../api/tokens.ts'
import type { MessageKey } from '../../i18n/translate.ts'
import { afterSignIn, clearEnteredEmail, enteredEmail } from '../../browser/account/entry.ts'
import { pendingEmail, storedUser } from '../../browser/account/stored-user.ts'
import { call } from '../../stores/call.ts'
import { pageLanguage } from '../../stores/language.ts'

/** Code screens by purpose (`docs/product.md#code-screens`). */
interface CodeScreen {
  /** Recipient of the code; without one the screen redirects. */
  email(): string | null
  wrongAddress?: string
  send(email: string): Promise<CallResult<never[]>>
  confirmed?(email: string, passcode: string): Promise<CallResult<never[]>>
  /** Whether an earlier code, whose response was lost, has done it. */
  isDone?(): Promise<boolean>
  next(passcode: string): string
  done?(): MessageKey
}

const activation: CodeScreen = {
  email: () => pendingEmail() ?? enteredEmail(),
  wrongAddress: '/signup',
  send: (email) =>
    call('auth', 'GET /user/register/complete/', { email, language: pageLanguage() }),
  async confirmed(email, passcode) {
    const language = pageLanguage()
    const result = await call('auth', 'PUT /user/status/activated', { email, passcode, language })
    if (result.ok) {
      clearEnteredEmail()
      await activation.isDone?.()
    }
    return result
  },
  async isDone() {
    if (storedTokens()) {
      // Without it the next page fetches the user.
      const session = await import('../../stores/session-on-demand.ts').catch(() => undefined)
      await session?.reloadUser()
    }
    const isActivated = storedUser()?.activated === true
    if (isActivated) clearEnteredEmail()
    return isActivated
  },
  // A login refused for a missing code stored no tokens.
  next: () => (storedTokens() ? '/signup_username' : afterSignIn()),
  done: () => (storedTokens() ? 'otp.activated' : 'otp.activatedLogIn'),
}

const passwordReset: CodeScreen = {
  email: enteredEmail,
  wrongAddress: '/forgot_password',
  send: (email) => call('auth', 'GET /user/password/reset/', { email, language: pageLanguage() }),
  next: (passcode) => `/reset_password?${new URLSearchParams({ passCode: passcode })}`,
}

const accountDeletion: CodeScreen = {
  email: () => storedUser()?.email ?? null,
  send: () =>
    call('account', 'GET /user/account/delete', {}, { headers: { LanguageCode: pageLanguage() } }),
  next: (passcode) => `/delete_account_proceed?${new URLSearchParams({ passCode: passcode })}`,
}

export type CodePurpose = keyof typeof codeScreens

export const codeScreens = { activation, passwordReset, accountDeletion }
