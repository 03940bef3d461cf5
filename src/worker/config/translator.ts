import type { Bindings } from './variable-types.ts'
import type { Values } from './variables.ts'

/** The site's translator. Where another worker has the question service, address and key are that one's. */
export type TranslatorConfig =
  | { readonly name: 'workers-ai'; readonly binding: Ai }
  /** `base` is an address without a trailing slash. */
  | { readonly name: 'deepl'; readonly base: string; readonly key: string }
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
    case 'deepl':
      return { name, base: base ?? deeplAddress(key), key: key ?? '' }
    case 'libretranslate':
      return base ? { name, base, key } : undefined
    default:
      return undefined
  }
}

/** Keys of DeepL's free plan end in `:fx` and work at an address of their own. */
function deeplAddress(key: string | undefined): string {
  return key?.endsWith(':fx') ? 'https://api-free.deepl.com' : 'https://api.deepl.com'
}
