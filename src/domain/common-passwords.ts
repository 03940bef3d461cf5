import common from './common-passwords.json' with { type: 'json' }

/**
 * The 1,200 most frequent words of leaked passwords, in lower case: of the list in @zxcvbn-ts/language-common (MIT),
 * without digits and symbols around them.
 */
const words = new Set(common.words.split(' '))

const LOOKALIKES: Record<string, string> = {
  '@': 'a',
  4: 'a',
  3: 'e',
  1: 'i',
  '!': 'i',
  0: 'o',
  $: 's',
  5: 's',
  7: 't',
}

/** Whether it is a common word with digits and symbols around or between its letters, or in their place: `P@ssw0rd1!`. */
export function isCommonPassword(password: string): boolean {
  const inner = password.toLowerCase().replace(/^[^a-z]+|[^a-z]+$/g, '')
  const [read, letters] = [(symbol: string) => LOOKALIKES[symbol] ?? symbol, () => '']
  return [read, letters].some((change) => words.has(inner.replace(/[^a-z]/g, change)))
}
