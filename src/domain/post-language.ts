import type { Language } from './language.ts'

const ADDRESS = /https?:\/\/\S+|\S+@\S+\.\S+|[@#]\w+/gu
/** An emoticon such as `(^_^)` or `¯\_(ツ)_/¯`: its kana are not words. */
const FACE = /[¯＼\\_]*[(（][^()（）]*[°´`・ωω∀^﹏≧≦＞＜◕‿_;；ツ><][^()（）]*[)）][_/／¯\\ノシ]*/gu
const QUOTED = /「[^」]*」|『[^』]*』|“[^”]*”|"[^"]*"|(?<!\p{L})[‘'][^’']*[’'](?!\p{L})/gu
/** Amounts with units, and laughter. */
const NEUTRAL =
  /\d[\d.,:]*\s?(?:[a-z]{1,2}|min|hrs?)?(?![a-z])|(?<![a-z])(?:w{2,}|z{2,}|orz|(?:ha){2,}h?|lo+l|xd|ok)(?![a-z])/giu
/** A single letter, such as a chosen A or B; an article has a word after it. */
const LETTER = /(?<![a-z'’])(?:[b-hj-z]|a(?! ?[a-z]))(?![a-z'’])/giu
/** A particle or ending right after Latin letters: a name within a Japanese sentence. */
const PARTICLE =
  /\p{Script=Latin}[\s!?.…]*(?:を(?!\s*[a-z])|の(?=\s?[a-z])|[はがのにでともへな](?=[\p{Script=Han}\p{Script=Katakana}「、。])|って|には|です|だ(?=っ|らけ|[よねな。]|$)|から(?!揚|あ)|まで|より|かな|かも|みたい|っぽ|派)/iu
const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/gu
const HIRAGANA = /\p{Script=Hiragana}/u
const LATIN_LETTER = /\p{Script=Latin}/u
const LATIN_WORD = /\p{Script=Latin}+(?:[’'-]\p{Script=Latin}+)*/gu

const words = (list: string) => new Set(list.split(' '))

/** English function words, none of which is also a common romanized Japanese word. */
const ENGLISH = words(
  'the a an i my me mine we our us you your he she his her him it its they them their this that these those there ' +
    'is am are was were be been being have has had having do does did not and or but so if when while because of in ' +
    'on at for from with without about after before into over under than then as by up out off what which who how why ' +
    'where nope maybe nothing none neither thanks can could will would should may might must just always never still every all any some more most very too ' +
    'also only really i’m it’s don’t can’t didn’t i’d i’ve i’ll that’s',
)
/** Romanized words that mark Japanese. */
const ROMAJI = words(
  'wa ga wo desu masu desu da yo ne kara made mo no ni kyou kyo watashi boku ore anata arigatou arigato ohayou ohayo ' +
    'konnichiwa konbanwa oyasumi itadakimasu gochisousama otsukare otsukaresama yoroshiku sugoi kawaii oishii ' +
    'tanoshii ureshii ganbatte ganbare gambatte daijoubu daijobu nani sou mata ashita kinou totemo hontou honto ' +
    'sumimasen gomen natsukashii samui atsui nemui yabai mottainai shouganai shoganai',
)
/** Ambiguous words, which alone decide nothing. */
const BOTH = words('no da so to made mine more me do on wa ne mo ni yo')
/** Hepburn or Kunrei syllables only. */
const SYLLABLES =
  /^(?:(?:[kgsztdnhbpmrw]{1,2}|[kgnhbpmrsztj]y|ss?h|cch|t?ch|t?ts|j|f|y)?[aiueoāīūēō]|n(?![aiueoy])['’]?)+$/u
const ENDING =
  /(?:masu|mashita|masen|desu|deshita|deshou|kudasai|gozaimasu|katta|shita|teru|tai|nai|shii)$/u

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

/**
 * Returns a post's language (`docs/product.md#language-of-a-post`): from its text, else from its page. Without a page,
 * a text without words has none.
 */
export function postLanguage(text: string, page: Language): Language
export function postLanguage(text: string, page?: Language): Language | undefined
export function postLanguage(text: string, page?: Language): Language | undefined {
  const bare = text.normalize('NFKC').replace(ADDRESS, ' ').replace(FACE, ' ')
  const plain = bare.replace(NEUTRAL, ' ').replace(LETTER, ' ')
  const outside = plain.replace(QUOTED, ' ')
  const unknown = LATIN_LETTER.test(plain) ? 'en' : undefined
  return languageIn(outside, page) ?? languageIn(plain, page) ?? page ?? unknown
}

function languageIn(text: string, page: Language | undefined): Language | undefined {
  const japanese = count(text, JAPANESE)
  const latin = text.match(LATIN_WORD) ?? []
  if (latin.length === 0) return japanese > 0 ? 'ja' : undefined
  const lower = latin.map((word) => word.toLowerCase().replaceAll("'", '’'))
  const grammar = lower.filter((word) => ENGLISH.has(word)).length
  if (japanese === 0) return languageOfLatin(latin, lower, grammar)
  if (grammar > 0 && PARTICLE.test(text)) return 'ja'
  if (grammar > 0) return latin.length + 3 * grammar > japanese ? 'en' : 'ja'
  if (HIRAGANA.test(text)) return 'ja'
  // Names beside a few characters: too little text to tell the sentence's language.
  return isNames(latin) ? (page ?? 'ja') : latin.length * 2 > japanese ? 'en' : 'ja'
}

function languageOfLatin(
  latin: readonly string[],
  lower: readonly string[],
  grammar: number,
): Language | undefined {
  if (lower.every((word) => SYLLABLES.test(word))) {
    const isRomaji = lower.some(
      (word) => (ROMAJI.has(word) && !BOTH.has(word)) || (word.length > 4 && ENDING.test(word)),
    )
    if (isRomaji) return 'ja'
    const particles = lower.filter((word) => BOTH.has(word)).length
    if (grammar === 0) return particles > 0 && latin.length > 2 ? 'ja' : undefined
  }
  return grammar === 0 && isNames(latin) ? undefined : 'en'
}

/** Capitalized: names rather than words. */
const isNames = (latin: readonly string[]) =>
  latin.length <= 3 && latin.every((word) => /^\p{Lu}/u.test(word) || /\p{Lu}/u.test(word.slice(1)))
