/**
 * Links of the menus that an operator can point at another site, each with the page that it opens by default
 * (`docs/product.md#navigation`).
 */
export const siteLinks = {
  help: '/about#help',
  legal: '/terms',
  feedback: '/contact',
  about: '/about',
  brand: '/about#brand',
  news: '/about#news',
  contact: '/contact',
} as const

export type SiteLink = keyof typeof siteLinks

export const siteLinkNames = Object.keys(siteLinks) as SiteLink[]

/** The address of a link in pages: the same whatever the settings are, so that built pages can contain it. */
export function siteLinkPath(name: SiteLink): string {
  return `/go/${name}`
}
