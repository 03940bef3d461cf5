/** Menu links that operators can redirect, with their default pages (`docs/product.md#navigation`). */
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

/** Independent of the settings, so that built pages can contain it. */
export function siteLinkPath(name: SiteLink): string {
  return `/go/${name}`
}
