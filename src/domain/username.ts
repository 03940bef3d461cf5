/** Usernames (`product.md §5`, `contract.md`): 1 to 30 letters, digits, hyphens and underscores. */
export const USERNAME_MAX = 30

const USERNAME = /^[A-Za-z0-9_-]+$/

export type UsernameProblem = 'empty' | 'tooLong' | 'characters'

export function usernameProblem(username: string): UsernameProblem | undefined {
  if (username === '') return 'empty'
  if (!USERNAME.test(username)) return 'characters'
  return username.length > USERNAME_MAX ? 'tooLong' : undefined
}

/** The form under which a username is unique: without regard to case. */
export function usernameKey(username: string): string {
  return username.toLowerCase()
}
