import { ServiceError } from '../../http/service.ts'
import { isValidEmail, normalizeEmail } from '../../../domain/email.ts'
import { isValidPassword } from '../../../domain/password.ts'

/** @throws ServiceError dataNotAvailable naming the field */
export function validEmail(field: string, value: string): string {
  const email = normalizeEmail(value)
  if (!isValidEmail(email)) throw new ServiceError('dataNotAvailable', { field })
  return email
}

/** @throws ServiceError dataNotAvailable (`newPassword`) */
export function validNewPassword({ newPassword }: { newPassword: string }): string {
  if (!isValidPassword(newPassword))
    throw new ServiceError('dataNotAvailable', { field: 'newPassword' })
  return newPassword
}
