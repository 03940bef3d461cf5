const entry = <Http extends number, Code extends number>(
  httpCode: Http,
  errorCode: Code,
  message: string,
) => ({ httpCode, errorCode, message })

/** Code throws by name; islands switch on the numbers (`docs/product.md#error-catalogue`). */
export const errors = {
  contentNotFound: entry(400, -1001, 'Content not found'),
  nameNotFound: entry(404, -1002, 'Module or name not found'),
  configurationNotFound: entry(404, -1003, 'Configuration not found'),
  databaseConnectionFailed: entry(503, -1004, 'Database connection failed'),
  authorizationFailed: entry(401, -1005, 'Authorization failed'),
  userNotActivated: entry(403, -1006, 'User not activated'),
  accessTokenExpired: entry(401, -1007, 'Access token expired'),
  invalidAccessToken: entry(401, -1008, 'Invalid access token'),
  invalidUsernameOrPassword: entry(401, -1009, 'Invalid username or password'),
  invalidEmailOrPassword: entry(401, -1010, 'Invalid email or password'),
  invalidUpdateToken: entry(401, -1011, 'Invalid update token'),
  somethingWentWrong: entry(500, -1012, 'Something went wrong'),
  userBanned: entry(403, -1013, 'User banned'),
  userTemporarilyBanned: entry(403, -1014, 'User temporary banned'),
  rolePrivilegeNotFound: entry(403, -1015, 'Role privilege not found'),
  userPrivilegeNotFound: entry(403, -1016, 'User privilege not found'),
  userRemoved: entry(404, -1017, 'User removed'),
  emailTaken: entry(406, -1018, 'User email already exist'),
  usernameTaken: entry(406, -1019, 'User username already exist'),
  nicknameTaken: entry(406, -1020, 'User nickname already exist'),
  tooManyAttempts: entry(403, -1021, 'Too many attempts, no more allowed'),
  dataNotFound: entry(404, -1022, 'Data not found'),
  dataNotAvailable: entry(406, -1023, 'Data not available'),
  requestTooLarge: entry(413, -1024, 'Request data exceeds limit'),
  translatorNotAvailable: entry(503, -1025, 'Translator not available'),
  databaseError: entry(500, -1100, 'database error message'),
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
