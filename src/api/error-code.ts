import type { ErrorName, errors } from '../domain/errors.ts'

/**
 * The catalogue's numbers that the islands act on. The table itself, with its messages, stays on the server; the
 * type keeps both the same.
 */
export const errorCode = {
  userNotActivated: -1006,
  accessTokenExpired: -1007,
  invalidAccessToken: -1008,
  invalidUsernameOrPassword: -1009,
  invalidEmailOrPassword: -1010,
  somethingWentWrong: -1012,
  userBanned: -1013,
  userTemporarilyBanned: -1014,
  userRemoved: -1017,
  emailTaken: -1018,
  usernameTaken: -1019,
  tooManyAttempts: -1021,
  dataNotFound: -1022,
  dataNotAvailable: -1023,
} as const satisfies { [Name in ErrorName]?: (typeof errors)[Name]['errorCode'] }
