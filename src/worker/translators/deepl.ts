import { z } from 'zod'
import type { Language } from '../../domain/language.ts'
import { postForJson } from './post-for-json.ts'
import { TranslatorFault, type Translator } from './translator.ts'

/** As a target, DeepL wants a variant of English. */
const targets: Partial<Record<Language, string>> = { en: 'EN-GB' }

const response = z.object({ translations: z.tuple([z.object({ text: z.string() })]) })

/**
 * DeepL's HTTP interface, version 2: https://developers.deepl.com/docs/api-reference/translate
 * @param base an address without a trailing slash
 */
export function deepl(base: string, key: string): Translator {
  return {
    name: 'deepl',
    async translate({ text, from, to }, signal) {
      const body = {
        text: [text],
        source_lang: from.toUpperCase(),
        target_lang: targets[to] ?? to.toUpperCase(),
        preserve_formatting: true,
      }
      const headers = { Authorization: `DeepL-Auth-Key ${key}` }
      const { data } = response.safeParse(
        await postForJson(`${base}/v2/translate`, body, signal, headers),
      )
      if (!data) throw new TranslatorFault('another shape', true)
      return data.translations[0].text
    },
  }
}
