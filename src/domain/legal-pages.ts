/** The long texts of `docs/product.md#legal-pages`, each `locales/<language>/<name>.md` at `/<name>`. */
export const documentNames = [
  'about',
  'terms',
  'privacy_policy',
  'rules',
  'external_transmission',
  'contact',
] as const

export type DocumentName = (typeof documentNames)[number]

export const documentPaths = documentNames.map((name) => `/${name}`)

/**
 * The version of the texts in `locales/<language>/`, a day: people who agreed to an earlier one are asked again
 * (`docs/product.md#consent`). A change of the terms, the rules or the privacy policy moves it.
 */
export const BUILT_IN_TERMS = '2026-11-22'
