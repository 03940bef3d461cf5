/** Source: `docs/product.md#password`. */
const PASSWORD_MIN = 8
export const PASSWORD_MAX = 20
const special = new Set('^$*.[]{}()?"!@#%&/\\,><\':;|_~`=+-')

/** The same for generators of passwords (`passwordrules`); the special characters are ones that all of them know. */
export const GENERATOR_RULES = `minlength: ${PASSWORD_MIN}; maxlength: ${PASSWORD_MAX}; required: lower; required: upper; required: digit; required: [-!#$%&*+=?@_];`

/** In the order of the checklist. */
export const passwordRules = {
  length: (password: string) => {
    const length = [...password].length
    return length >= PASSWORD_MIN && length <= PASSWORD_MAX
  },
  lowercase: (password: string) => /[a-z]/.test(password),
  uppercase: (password: string) => /[A-Z]/.test(password),
  digit: (password: string) => /[0-9]/.test(password),
  special: (password: string) => [...password].some((character) => special.has(character)),
} as const

export type PasswordRule = keyof typeof passwordRules

export function isValidPassword(password: string): boolean {
  return Object.values(passwordRules).every((holds) => holds(password))
}

/** The first non-ASCII lookalike of a special character, which does not count: `€`, or `！` in full width. */
export function otherCharacter(password: string): string | undefined {
  return [...password].find(
    (character) => !/[A-Za-z0-9]/.test(character) && !special.has(character),
  )
}
