/** Code throws by name; islands switch on the numbers (`docs/product.md#error-catalogue`). */
export const errors = {
  contentNotFound: { httpCode: 400, errorCode: -1001, message: 'Content not found' },
  nameNotFound: { httpCode: 404, errorCode: -1002, message: 'Module or name not found' },
  configurationNotFound: { httpCode: 404, errorCode: -1003, message: 'Configuration not found' },
  databaseConnectionFailed: {
    httpCode: 503,
    errorCode: -1004,
    message: 'Database connection failed',
  },
  authorizationFailed: { httpCode: 401, errorCode: -1005, message: 'Authorization failed' },
  userNotActivated: { httpCode: 403, errorCode: -1006, message: 'User not activated' },
  accessTokenExpired: { httpCode: 401, errorCode: -1007, message: 'Access token expired' },
  invalidAccessToken: { httpCode: 401, errorCode: -1008, message: 'Invalid access token' },
  invalidUsernameOrPassword: {
    httpCode: 401,
    errorCode: -1009,
    message: 'Invalid username or password',
  },
  invalidEmailOrPassword: { httpCode: 401, errorCode: -1010, message: 'Invalid email or password' },
  invalidUpdateToken: { httpCode: 401, errorCode: -1011, message: 'Invalid update token' },
  somethingWentWrong: { httpCode: 500, errorCode: -1012, message: 'Something went wrong' },
  userBanned: { httpCode: 403, errorCode: -1013, message: 'User banned' },
  userTemporarilyBanned: { httpCode: 403, errorCode: -1014, message: 'User temporary banned' },
  rolePrivilegeNotFound: { httpCode: 403, errorCode: -1015, message: 'Role privilege not found' },
  userPrivilegeNotFound: { httpCode: 403, errorCode: -1016, message: 'User privilege not found' },
  userRemoved: { httpCode: 404, errorCode: -1017, message: 'User removed' },
  emailTaken: { httpCode: 406, errorCode: -1018, message: 'User email already exist' },
  usernameTaken: { httpCode: 406, errorCode: -1019, message: 'User username already exist' },
  nicknameTaken: { httpCode: 406, errorCode: -1020, message: 'User nickname already exist' },
  tooManyAttempts: {
    httpCode: 403,
    errorCode: -1021,
    message: 'Too many attempts, no more allowed',
  },
  dataNotFound: { httpCode: 404, errorCode: -1022, message: 'Data not found' },
  dataNotAvailable: { httpCode: 406, errorCode: -1023, message: 'Data not available' },
  requestTooLarge: { httpCode: 413, errorCode: -1024, message: 'Request data exceeds limit' },
  translatorNotAvailable: { httpCode: 503, errorCode: -1025, message: 'Translator not available' },
  databaseError: { httpCode: 500, errorCode: -1100, message: 'database error message' },
} as const

export type ErrorName = keyof typeof errors

/** Body of error responses (`docs/product.md#envelopes`); `statusCode` repeats `errorCode`. */
export interface ErrorBody {
  httpCode: number
  errorCode: number
  statusCode: number
  message: string
  /** The refused input, on validation failures. */
  field?: string
  requestId?: string
}
