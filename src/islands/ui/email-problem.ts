import { isValidEmail, meantEmail } from '../../domain/email.ts'
import { t } from '../../i18n/translate.ts'

/** Not `type="email"`: Chromium would convert the domain by its own rule before `normalizeEmail` sees it. */
export const emailInput = {
  type: 'text',
  inputMode: 'email',
  autoCapitalize: 'none',
  autoCorrect: 'off',
  spellCheck: false,
} as const

export function emailProblem(email: string): string | undefined {
  if (email === '') return t('error.email.empty')
  if (isValidEmail(email)) return undefined
  const meant = meantEmail(email)
  return meant ? t('error.email.meant', { email: meant }) : t('error.email.invalid')
}
