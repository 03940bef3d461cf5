/** Each is `locales/<language>/<name>.md` at `/<name>`. See `docs/product.md#legal-pages`. */
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
 * Version (a day) of the texts in `locales/<language>/`. Raise it with the terms, rules or privacy policy: people must
 * agree again (`docs/product.md#consent`).
 */
export const BUILT_IN_TERMS = '2026-11-22'
