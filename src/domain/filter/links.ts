import tlds from 'tlds' with { type: 'json' }
import { INVISIBLE } from './folded-text.ts'

const SCHEME = /\b(?:h(?:tt|xx)ps?|ftp):\/\/\S|\bwww\.\S+\.\S/i
const OCTET = '(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)'
const HEX = ':[\\da-f]{1,4}'
/** Public addresses; one of version 6 begins with 2 or 3, as no word does, and is not of clock times. */
const IP = new RegExp(
  `(?<![\\d.]|\\bv)(?:${OCTET}\\.){3}${OCTET}(?!\\.?\\d)|` +
    `(?<![\\w:])[23][\\da-f]{3}(?:(?:${HEX}){6}|(?:${HEX})*(?:${HEX}:|:${HEX})(?:${HEX})*)${HEX}(?!\\w)`,
  'i',
)
/** `evil[.]com`, `evil (dot) com` */
const BRACKETED_DOT = /\s?[[({]\s?(?:\.|dot)\s?[\])}]\s?/gi
/** `evil .com`, `evil . com`; not "a .com person". */
const SPACED_DOT = /(?<=[A-Za-z\d])(?<!\b(?:[Aa]|[Tt]he))\s\.\s?(?=(?:com|COM)\b)/g
/** Of other scripts, and dots in the middle. */
const STOPS = '.。・·•‧∙⋅⸱⸳ꓸ܁܂٠۔։᛫'
/** Labels, the last stop and a possible top-level domain, after which Japanese may follow without a space. */
const HOST = new RegExp(
  String.raw`(?<![\p{L}\p{N}.-])((?:[\p{L}\p{M}\p{N}\-]+[${STOPS}])*[\p{L}\p{M}\p{N}\-]+)([${STOPS}])` +
    String.raw`([a-z][a-z\d\-]+(?![\p{Script=Latin}\d\-])|[\p{L}\p{M}]+)(?![.。]?[a-z\d])(.?)`,
  'giu',
)

const TOP_LEVEL = new Set(tlds)
const UNMISTAKABLE = new Set(['com', 'net', 'org', 'jp'])
/** Words of prose and endings of files: with a path only. */
const ALSO_WORDS = new Set(
  `am as at be by do es et id in is it la md me mov my no pl ps py rs sh so st to us zip`.split(
    ' ',
  ),
)
const LETTER = /[\p{L}\p{N}]/u
const CAPITALIZED = /^[A-Z][a-z]/
const JAPANESE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

function isHost([, labels = '', stop = '', typed = '', next = '']: RegExpExecArray): boolean {
  const tld = typed.toLowerCase()
  if (!TOP_LEVEL.has(tld) && !tld.startsWith('xn--')) return false
  if (UNMISTAKABLE.has(tld)) return true
  // "end.To begin" and "朝。世界は" are sentences.
  if (stop !== '.' && !(stop === '。' && !JAPANESE.test(labels + tld) && !LETTER.test(next)))
    return false
  return next === '/' || !(CAPITALIZED.test(typed) || ALSO_WORDS.has(tld))
}

/** Whether a text contains a web or mail address, with or without scheme, in either width and any script. */
export function holdsLink(text: string): boolean {
  const plain = text
    // Japanese prose ends sentences with it; NFKC would make it a dot.
    .replaceAll('．', '。')
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .replace(BRACKETED_DOT, '.')
    .replace(SPACED_DOT, '.')
  const dotted = plain.replaceAll('。', '.')
  return SCHEME.test(dotted) || IP.test(dotted) || plain.matchAll(HOST).some(isHost)
}
