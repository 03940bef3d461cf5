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

/** Whether it is a common word with digits and symbols around it or in place of letters: `P@ssw0rd1!`. */
export function isCommonPassword(password: string): boolean {
  const inner = password.toLowerCase().replace(/^[^a-z]+|[^a-z]+$/g, '')
  return words.has(inner.replace(/[^a-z]/g, (symbol) => LOOKALIKES[symbol] ?? symbol))
}
