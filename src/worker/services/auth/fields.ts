import { ServiceError } from '../../http/service.ts'
import { isValidEmail, normalizeEmail } from '../../../domain/email.ts'
import { isValidPassword } from '../../../domain/password.ts'

/** @throws ServiceError dataNotAvailable naming the field */
export function validEmail(field: string, value: string): string {
  const email = normalizeEmail(value)
  if (!isValidEmail(email)) throw new ServiceError('dataNotAvailable', { field })
  return email
}

/** @throws ServiceError dataNotAvailable naming the field */
export function validPassword(field: string, password: string): string {
  if (!isValidPassword(password)) throw new ServiceError('dataNotAvailable', { field })
  return password
}
