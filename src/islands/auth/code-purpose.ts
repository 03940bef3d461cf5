import type { CallResult } from '../../api/result.ts'
import { storedTokens } from '../../api/tokens.ts'
import type { Language } from '../../domain/language.ts'
import type { MessageKey } from '../../i18n/translate.ts'
import { clearEnteredEmail, enteredEmail } from '../../browser/account/entry.ts'
import { pendingEmail, storedUser } from '../../browser/account/stored-user.ts'
import { call } from '../../stores/call.ts'

/** Behaviour of a code screen by its purpose (`docs/product.md#code-screens`). */
interface CodeScreen {
  /** The address the code goes to; without one the screen leads away. */
  email(): string | null
  /** Path where a mistyped address is corrected. */
  wrongAddress?: string
  send(email: string, language: Language): Promise<CallResult<never[]>>
  /** Beyond the check of the code. */
  confirmed?(email: string, passcode: string, language: Language): Promise<CallResult<never[]>>
  /** Path after the right code. */
  next(passcode: string): string
  /** Notice of success on the next page. */
  done?(): MessageKey
}

const activation: CodeScreen = {
  email: () => pendingEmail() ?? enteredEmail(),
  wrongAddress: '/signup',
  send: (email, language) => call('auth', 'GET /user/register/complete/', { email, language }),
  async confirmed(email, passcode, language) {
    const result = await call('auth', 'PUT /user/status/activated', { email, passcode, language })
    if (result.ok) clearEnteredEmail()
    if (result.ok && storedTokens()) {
      // Without it the next page reads the person again.
      const session = await import('../../stores/session-on-demand.ts').catch(() => undefined)
      await session?.reloadUser()
    }
    return result
  },
  // A login that was refused because the code was missing has stored no tokens.
  next: () => (storedTokens() ? '/signup_username' : '/'),
  done: () => (storedTokens() ? 'otp.activated' : 'otp.activatedLogIn'),
}

const passwordReset: CodeScreen = {
  email: enteredEmail,
  wrongAddress: '/forgot_password',
  send: (email, language) => call('auth', 'GET /user/password/reset/', { email, language }),
  next: (passcode) => `/reset_password?${new URLSearchParams({ passCode: passcode })}`,
}

const accountDeletion: CodeScreen = {
  email: () => storedUser()?.email ?? null,
  send: (_, language) =>
    call('account', 'GET /user/account/delete', {}, { headers: { LanguageCode: language } }),
  next: (passcode) => `/delete_account_proceed?${new URLSearchParams({ passCode: passcode })}`,
}

export const codeScreens = { activation, passwordReset, accountDeletion }
export type CodePurpose = keyof typeof codeScreens

/** Checks the code and does what belongs to it. */
export async function confirmCode(
  { confirmed }: CodeScreen,
  email: string,
  passcode: string,
  language: Language,
): Promise<CallResult<never[]>> {
  const result = await call('auth', 'GET /user/key/available/', { email, passcode })
  return result.ok && confirmed ? confirmed(email, passcode, language) : result
}
