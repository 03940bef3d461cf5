import { config } from '../config/config.ts'
import type { TranslatorConfig } from '../config/translator.ts'
import { libretranslate } from './libretranslate.ts'
import type { Translator } from './translator.ts'
import { workersAi } from './workers-ai.ts'

const translators = new WeakMap<TranslatorConfig, Translator>()

/** The translator that the settings choose; `undefined` while there is none. */
export function translatorOf(env: Env): Translator | undefined {
  const { translator: settings } = config(env)
  if (!settings) return undefined
  let known = translators.get(settings)
  if (!known) translators.set(settings, (known = create(settings)))
  return known
}

function create(settings: TranslatorConfig): Translator {
  switch (settings.name) {
    case 'workers-ai':
      return workersAi(settings.binding)
    case 'libretranslate':
      return libretranslate(settings.base, settings.key)
  }
}
