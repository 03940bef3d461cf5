import { siteLinkPath, type SiteLink } from '../domain/site-links.ts'
import type { MessageKey } from '../i18n/translate.ts'

interface MenuLink {
  label: MessageKey
  href: string
}

const links = (...names: SiteLink[]): MenuLink[] =>
  names.map((name) => ({ label: `link.${name}`, href: siteLinkPath(name) }))

/** Side menu links about the site (`docs/product.md#navigation`). */
export const menuLinks = {
  signedIn: links('help', 'legal', 'feedback', 'about'),
  signedOut: links('about', 'brand', 'help', 'news', 'legal', 'feedback', 'contact'),
}
