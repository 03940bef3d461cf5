import { z } from 'zod'
import { TranslatorFault, type Translator } from './translator.ts'

/** The translation model of Workers AI: https://developers.cloudflare.com/workers-ai/models/m2m100-1.2b/ */
const MODEL = '@cf/meta/m2m100-1.2b'

const response = z.object({ translated_text: z.string() })

/** Cloudflare's Workers AI, through the worker's binding. */
export function workersAi(binding: Pick<Ai, 'run'>): Translator {
  return {
    name: 'workers-ai',
    async translate({ text, from, to }, signal) {
      const ended = new Promise<never>((_, reject) => {
        const fail = () => reject(new TranslatorFault('no response', true))
        signal.addEventListener('abort', fail)
      })
      const pending = Promise.resolve(
        binding.run(MODEL, { text, source_lang: from, target_lang: to }),
      ).catch(() => {
        throw new TranslatorFault('an error of the binding', false)
      })
      // The binding takes no signal.
      const { data } = response.safeParse(await Promise.race([pending, ended]))
      if (!data) throw new TranslatorFault('another shape', true)
      return data.translated_text
    },
  }
}
