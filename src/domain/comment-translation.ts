/** Source: `docs/product.md#translation-of-posts`. */
export const translatorNames = ['workers-ai', 'libretranslate'] as const
export type TranslatorName = (typeof translatorNames)[number]

export const TRANSLATIONS_READ = 50
/** UTF-16 units: a post of 140 characters becomes about 400. */
export const TRANSLATION_LENGTH = 1000

/** Whether a post has words to translate, unlike emoji and figures. */
export const hasLetter = (text: string): boolean => /\p{L}/u.test(text)
