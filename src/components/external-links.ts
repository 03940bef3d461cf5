import type { MessageKey } from '../i18n/translate.ts'

interface ExternalLink {
  label: MessageKey
  href: string
}

const link = (label: MessageKey, href: string): ExternalLink => ({ label, href })

const help = link('link.help', 'https://github.com/ichimon/ichimon/wiki/Help')
const legal = link('link.legal', 'https://github.com/ichimon/ichimon/wiki/Legal')
const feedback = link('link.feedback', 'https://github.com/ichimon/ichimon/issues')
const about = link('link.about', 'https://github.com/ichimon/ichimon#readme')
const brand = link('link.brand', 'https://github.com/ichimon/ichimon/wiki/Brand')
const news = link('link.news', 'https://github.com/ichimon/ichimon/releases')
const contact = link('link.contact', 'https://github.com/ichimon/ichimon/discussions')

/** External links of the side menu, for both variants (`docs/product.md#navigation`). Operators set their own here. */
export const externalLinks = {
  help,
  legal,
  feedback,
  signedIn: [help, legal, feedback, about],
  signedOut: [about, brand, help, news, legal, feedback, contact],
}
