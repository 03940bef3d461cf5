import { isValidEmail } from '../../domain/email.ts'
import type { Translate } from '../../i18n/translate.ts'

export function emailProblem(t: Translate, email: string): string | undefined {
  if (email === '') return t('error.emailEmpty')
  return isValidEmail(email) ? undefined : t('error.email')
}
