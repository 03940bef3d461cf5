/** Source: `docs/product.md#translation-of-posts`. */
export const translatorNames = ['workers-ai', 'libretranslate'] as const
export type TranslatorName = (typeof translatorNames)[number]

export const TRANSLATIONS_READ = 50
/** UTF-16 units: a post of 140 characters becomes about 400. */
export const TRANSLATION_LENGTH = 1000

const NAME = /^\P{L}*(?:\p{Lu}[\p{L}'’-]*\s*){1,3}$/u

/** Whether a post has words to translate, unlike emoji, figures and up to three capitalized words. */
export const hasWords = (text: string): boolean => /\p{L}/u.test(text) && !NAME.test(text)
