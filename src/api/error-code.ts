import type { ErrorName, errors } from '../domain/errors.ts'

/**
 * Error numbers that islands compare with, typed against the server's table. Separate constants, so
 * that scripts carry only those they use.
 */
type Code<Name extends ErrorName> = (typeof errors)[Name]['errorCode']

export const authorizationFailed = -1005 satisfies Code<'authorizationFailed'>
export const userNotActivated = -1006 satisfies Code<'userNotActivated'>
export const accessTokenExpired = -1007 satisfies Code<'accessTokenExpired'>
export const invalidAccessToken = -1008 satisfies Code<'invalidAccessToken'>
export const invalidUsernameOrPassword = -1009 satisfies Code<'invalidUsernameOrPassword'>
export const invalidEmailOrPassword = -1010 satisfies Code<'invalidEmailOrPassword'>
export const somethingWentWrong = -1012 satisfies Code<'somethingWentWrong'>
export const userBanned = -1013 satisfies Code<'userBanned'>
export const userTemporarilyBanned = -1014 satisfies Code<'userTemporarilyBanned'>
export const rolePrivilegeNotFound = -1015 satisfies Code<'rolePrivilegeNotFound'>
export const userPrivilegeNotFound = -1016 satisfies Code<'userPrivilegeNotFound'>
export const userRemoved = -1017 satisfies Code<'userRemoved'>
export const emailTaken = -1018 satisfies Code<'emailTaken'>
export const usernameTaken = -1019 satisfies Code<'usernameTaken'>
export const tooManyAttempts = -1021 satisfies Code<'tooManyAttempts'>
export const dataNotFound = -1022 satisfies Code<'dataNotFound'>
export const dataNotAvailable = -1023 satisfies Code<'dataNotAvailable'>
export const translatorNotAvailable = -1025 satisfies Code<'translatorNotAvailable'>
