import type { Answer } from '../../api/call.ts'
import type { errors, ErrorName } from '../../domain/errors.ts'

/** The catalogue's numbers that only the desk acts on; readers' scripts have none of them. */
export const refusal = {
  rolePrivilegeNotFound: -1015,
  userPrivilegeNotFound: -1016,
} as const satisfies { [Name in ErrorName]?: (typeof errors)[Name]['errorCode'] }

/** Whether a call was refused because the case has changed since it was read. */
export function isConflict(answer: Answer<unknown>): boolean {
  return !answer.ok && answer.error !== 'network' && answer.error.field === 'version'
}
