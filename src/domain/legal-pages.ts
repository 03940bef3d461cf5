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
