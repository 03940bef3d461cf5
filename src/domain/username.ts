/** Source: `docs/product.md#username-rule`. */
export const USERNAME_MAX = 30
/** In a list of the desk. */
export const MAX_LISTED = 100

const USERNAME = /^[A-Za-z0-9_-]+$/
const PUNCTUATION = /[-_]/g

type UsernameProblem = 'empty' | 'tooLong' | 'characters' | 'punctuation'

export function usernameProblem(username: string): UsernameProblem | undefined {
  if (username === '') return 'empty'
  if (!USERNAME.test(username)) return 'characters'
  if (username.replace(PUNCTUATION, '') === '') return 'punctuation'
  return username.length > USERNAME_MAX ? 'tooLong' : undefined
}

export function usernameKey(username: string): string {
  return username.toLowerCase()
}

/** Similar names share a skeleton. Usernames are ASCII, so the table covers what typefaces confuse. */
export function usernameSkeleton(username: string): string {
  return username
    .replaceAll('I', 'l')
    .toLowerCase()
    .replace(PUNCTUATION, '')
    .replaceAll('0', 'o')
    .replaceAll('1', 'l')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
}

/** Speak for the site in any part of a name: `support-jp`. */
const OFFICES =
  `admin administrator helpdesk hostmaster jimukyoku kanrinin koushiki kousiki moderation moderator official postmaster
  security staff superuser support sysadmin sysop unei unnei webmaster`.split(/\s+/)
/** Only alone or with such words: `mod-team`, not `dream-team`. */
const AUTHORITIES = [
  ...OFFICES,
  ...'abuse mod operator owner root safety system team verified'.split(' '),
]

/** Names that suggest authority over the site, or do not look like a name. */
const RESERVED = [
  ...AUTHORITIES,
  ...`account anonymous billing bot contact deleted everyone feedback guest help info legal me news nobody noreply null
    privacy service terms undefined unknown user`.split(/\s+/),
]
const ATTRIBUTES =
  'app center chief customer desk en head ja japan jp main member my our real site the true trust web'.split(
    ' ',
  )

const SPELLINGS: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  l: 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
}

/** Undoes leetspeak: `4dm1n` as `admin`. */
function spoken(name: string): string {
  return name
    .toLowerCase()
    .replace(PUNCTUATION, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replace(/[01l3457]/g, (character) => SPELLINGS[character]!)
}

const anyOf = (words: readonly string[]) => `(?:${words.map(spoken).join('|')})s?`
const reserved = new RegExp(`^${anyOf(RESERVED)}$`)
const accompanied = `(?:${anyOf([...RESERVED, ...ATTRIBUTES])})*`
const authority = new RegExp(`^${accompanied}${anyOf(AUTHORITIES)}${accompanied}$`)
const office = new RegExp(`^${anyOf(OFFICES)}$`)
/** Long enough to be seen within others; badminton, mad-mind and road-mine are none. */
const WITHIN =
  /^admin(?!ton)|admin(?![det])|administrator|he[il]p(?:desk|center)|moderator|webmaster/
const REPEATED = /(.)\1+/g
const PART = /[-_]|(?<=[a-z])(?=[A-Z])/
const SITE = 'ichimon'
/** Shorter operator names are parts of too many other names. */
const MIN_OPERATOR_LETTERS = 4
const COMPANY_FORM = /\b(?:co|corp|gmbh|inc|kk|llc|ltd)\b\.?/gi

/**
 * Refused as if taken, in any punctuation or spelling.
 * @param operator reserved too
 */
export function isReservedUsername(username: string, operator = ''): boolean {
  const name = spoken(username)
  if (reserved.test(name) || name.includes(SITE)) return true
  const operatorName = spoken(operator.replace(COMPANY_FORM, '').replace(/[^A-Za-z0-9]/g, ''))
  if (operatorName.length >= MIN_OPERATOR_LETTERS && name.includes(operatorName)) return true
  const unnumbered = username.replace(/^\d+|\d+$/g, '')
  return (
    authority.test(spoken(unnumbered)) ||
    WITHIN.test(name.replace(REPEATED, '$1')) ||
    unnumbered.split(PART).some((part) => office.test(spoken(part.replace(/\d+$/, ''))))
  )
}
