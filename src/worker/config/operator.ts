import { z } from 'zod'

/** Who is responsible for a site: `npm run deploy` publishes none without them (`docs/product.md#legal-pages`). */
export const operatorVariables = [
  'OPERATOR_NAME',
  'OPERATOR_ADDRESS',
  'OPERATOR_CONTACT',
  'OPERATOR_LAW',
] as const

/** One text for both languages, or two: `日本語 | English`. */
export const twoLanguages = z
  .string()
  .refine((text) => text.split('|').length <= 2 && text.split('|').every((part) => part.trim()), {
    error: 'must be one text, or the Japanese and the English one with | between them.',
  })
  .transform((text) => {
    const [ja = '', en = ja] = text.split('|').map((part) => part.trim())
    return { ja, en }
  })
