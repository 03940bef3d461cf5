/** Usernames (`docs/product.md#username-rule`): 1 to 30 letters, digits, hyphens and underscores. */
export const USERNAME_MAX = 30

const USERNAME = /^[A-Za-z0-9_-]+$/
const PUNCTUATION = /[-_]/g

export type UsernameProblem = 'empty' | 'tooLong' | 'characters' | 'punctuation'

export function usernameProblem(username: string): UsernameProblem | undefined {
  if (username === '') return 'empty'
  if (!USERNAME.test(username)) return 'characters'
  if (username.replace(PUNCTUATION, '') === '') return 'punctuation'
  return username.length > USERNAME_MAX ? 'tooLong' : undefined
}

/** The form under which a username is unique: without regard to case. */
export function usernameKey(username: string): string {
  return username.toLowerCase()
}

/** Names that would speak for Ichimon, or that look like no name at all. */
const RESERVED = new Set(
  `abuse account admin administrator anonymous billing bot contact deleted everyone feedback guest help ichimon info
   legal me mod moderator news nobody noreply null official owner postmaster privacy root security service staff support
   system team terms undefined unknown user webmaster`.split(/\s+/),
)

/** Whether nobody may take a name, however it is punctuated: it is refused as a name that is taken. */
export function isReservedUsername(username: string): boolean {
  const letters = usernameKey(username).replace(PUNCTUATION, '')
  return RESERVED.has(letters) || letters.startsWith('ichimon')
}
