import { z } from 'zod'
import { postForJson } from './post-for-json.ts'
import { TranslatorFault, type Translator } from './translator.ts'

const response = z.object({ translatedText: z.string() })

/**
 * LibreTranslate's HTTP interface: https://docs.libretranslate.com/guides/api_usage
 * @param base an address without a trailing slash
 */
export function libretranslate(base: string, key: string | undefined): Translator {
  return {
    name: 'libretranslate',
    async translate({ text, from, to }, signal) {
      const body = {
        q: text,
        source: from,
        target: to,
        format: 'text',
        ...(key && { api_key: key }),
      }
      const { data } = response.safeParse(await postForJson(`${base}/translate`, body, signal))
      if (!data) throw new TranslatorFault('another shape', true)
      return data.translatedText
    },
  }
}
