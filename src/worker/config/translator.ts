import type { Bindings } from './variable-types.ts'
import type { Values } from './variables.ts'

/** The site's translator. Where another worker has the question service, address and key are that one's. */
export type TranslatorConfig =
  | { readonly name: 'workers-ai'; readonly binding: Ai }
  /** `base` is an address without a trailing slash. */
  | { readonly name: 'libretranslate'; readonly base: string; readonly key: string | undefined }

/** `undefined`: the site translates nothing. */
export function translatorConfigOf(
  values: Values,
  bindings: Bindings,
): TranslatorConfig | undefined {
  const { TRANSLATOR: name, TRANSLATOR_KEY: key, TRANSLATOR_URL: url } = values
  const base = url && new URL(url).href.replace(/\/+$/, '')
  switch (name) {
    case 'workers-ai':
      return { name, binding: bindings['AI'] as Ai }
    case 'libretranslate':
      return base ? { name, base, key } : undefined
    default:
      return undefined
  }
}
