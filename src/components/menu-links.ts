import { siteLinkPath, type SiteLink } from '../domain/site-links.ts'
import type { MessageKey } from '../i18n/translate.ts'

interface MenuLink {
  label: MessageKey
  href: string
}

const links = (...names: SiteLink[]): MenuLink[] =>
  names.map((name) => ({ label: `link.${name}`, href: siteLinkPath(name) }))

const ownPages: MenuLink[] = [
  { href: '/profile', label: 'navigation.profile' },
  { href: '/notices', label: 'settings.notices' },
  { href: '/suggest', label: 'settings.suggest' },
  { href: '/account_settings', label: 'navigation.settings' },
]

/** Side menu links of a person, and those about the site (`docs/product.md#navigation`). */
export const menuLinks = {
  ownPages,
  signedIn: links('help', 'legal', 'feedback', 'about'),
  signedOut: links('about', 'brand', 'help', 'news', 'legal', 'feedback', 'contact'),
}
