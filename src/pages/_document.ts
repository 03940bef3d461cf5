import type { AstroGlobal } from 'astro'
import { env } from 'cloudflare:workers'
import { escapeMarkup } from '../domain/escape-markup.ts'
import { languageOf, type Language } from '../domain/language.ts'
import { tokyoDayStart } from '../domain/question-day.ts'
import { formatDate } from '../i18n/dates.ts'
import { translator } from '../i18n/server.ts'
import { config } from '../worker/config/config.ts'

interface MarkdownFile {
  frontmatter: { title: string; description: string }
  compiledContent(): Promise<string>
}

const files = import.meta.glob<MarkdownFile>('../../locales/*/*.md', { eager: true })

interface LegalDocument {
  language: Language
  path: string
  title: string
  description: string
  /** HTML before and after the list of external transmissions; `after` is empty without that list. */
  before: string
  after: string
  sections: { id: string; title: string }[]
}

/** Changes only with a deployment; a minute bounds how long an old one is seen. */
const CACHE_CONTROL = 'public, max-age=60, stale-while-revalidate=600'

const SECTION = /<h2 id="([^"]+)">([^<]*)<\/h2>/g
const PLACEHOLDER = /\{(\w+)\}/g
const TRANSMISSIONS = '<p>{transmissions}</p>'

/** Returns the legal document of a page with the operator's settings; sets its caching. */
export async function legalDocument({
  params,
  response,
}: Pick<AstroGlobal, 'params' | 'response'>): Promise<LegalDocument> {
  response.headers.set('Cache-Control', CACHE_CONTROL)
  const language = languageOf(params['locale'])
  const name = params['document']
  const file = files[`../../locales/${language}/${name}.md`]!
  const html = await file.compiledContent()
  const [before = '', after = ''] = html.split(TRANSMISSIONS).map((part) => fill(part, language))
  return {
    language,
    path: `/${name}`,
    ...file.frontmatter,
    before: templateNotice(language) + before,
    after,
    sections: Array.from(html.matchAll(SECTION), ([, id = '', title = '']) => ({ id, title })),
  }
}

/** Of a local site without an operator. */
function templateNotice(language: Language): string {
  const { name, address, contact } = config(env).operator
  if (name && address && contact) return ''
  return `<p class="template-notice">${translator(language)('document.template')}</p>`
}

function fill(html: string, language: Language): string {
  const t = translator(language)
  const { operator, termsVersion } = config(env)
  const values: Record<string, string | undefined> = {
    operator: operator.name?.[language],
    address: operator.address?.[language],
    law: operator.law?.[language],
    funding: operator.funding?.[language] ?? t('document.funding'),
    version: formatDate(t, 'dd_mm_yyyy', tokyoDayStart(termsVersion)),
  }
  return html.replace(PLACEHOLDER, (_, key: string) => {
    if (key === 'contact' && operator.contact) return contactLink(operator.contact)
    return escapeMarkup(values[key] ?? t('document.notSet'))
  })
}

function contactLink(contact: string): string {
  const href = contact.startsWith('https:') ? contact : `mailto:${contact}`
  return `<a href="${escapeMarkup(href)}">${escapeMarkup(contact)}</a>`
}

/** Host of the social sign-in, for the privacy policy; `undefined` while off. */
export function signInHost(): string | undefined {
  const { social } = config(env)
  return social && new URL(social.issuer).host
}

/** Host of a third-party translator. Not Workers AI: the site itself runs on Cloudflare. */
export function translatorHost(): string | undefined {
  const { translator } = config(env)
  return translator?.base ? new URL(translator.base).host : undefined
}

/** Reminders go through the push service of the browser's vendor. */
export const sendsPush = (): boolean => config(env).push !== undefined
