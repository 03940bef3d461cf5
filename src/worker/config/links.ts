import { siteLinkNames, siteLinks, type SiteLink } from '../../domain/site-links.ts'

/** The variable that points a link at another site: `LINK_HELP`. */
export function linkVariable(name: SiteLink): string {
  return `LINK_${name.toUpperCase()}`
}

/** The target of each link: a page of this site, or the address that the operator has set. */
export function linksOf(values: Readonly<Record<string, unknown>>): Record<SiteLink, string> {
  const entries = siteLinkNames.map((name) => [name, values[linkVariable(name)] ?? siteLinks[name]])
  return Object.fromEntries(entries) as Record<SiteLink, string>
}
