const SCHEME = /\b(?:https?|ftp):\/\/\S|\bwww\.\S+\.\S/
/** Top-level domains that links in spam use, and those of this site's readers. A full stop in prose is followed by none. */
const HOST =
  /(?<![\p{L}\p{N}.@])(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+(?:com|net|org|info|biz|io|co|me|app|dev|xyz|site|online|shop|store|top|link|ly|gg|to|tv|cc|ru|cn|jp|uk|de|fr|eu|us)(?![\p{L}\p{N}-]|\.[\p{L}\p{N}])/u
/** Kana and kanji are letters to a regular expression and no part of the hosts that people type beside them. */
const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}ー]+/gu

/** Whether a text contains an address of the web, with or without its scheme, in either width. */
export function holdsLink(text: string): boolean {
  const plain = text.normalize('NFKC').toLowerCase().replace(JAPANESE, ' ')
  return SCHEME.test(plain) || HOST.test(plain)
}
