/** Each is `locales/<language>/<name>.md` at `/<name>`. See `docs/product.md#legal-pages`. */
export const documentNames = [
  'about',
  'terms',
  'privacy_policy',
  'rules',
  'external_transmission',
  'accessibility',
  'contact',
] as const

export const documentPaths = documentNames.map((name) => `/${name}`)

/** Version of the legal texts, a day: a new one asks people to agree again (`docs/product.md#consent`). */
export const BUILT_IN_TERMS = '2026-11-26'
