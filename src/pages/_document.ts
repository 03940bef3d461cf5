import type { AstroGlobal } from 'astro'
import { env } from 'cloudflare:workers'
import type { DocumentName } from '../domain/legal-pages.ts'
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
  /** HTML before and after the list of external transmissions; `after` is empty in documents without that list. */
  before: string
  after: string
  /** The document's sections, for its contents. */
  sections: { id: string; title: string }[]
}

/** Changes with a deployment only; a minute bounds how long the one before is seen. */
const CACHE_CONTROL = 'public, max-age=60, stale-while-revalidate=600'

const SECTION = /<h2 id="([^"]+)">([^<]*)<\/h2>/g
const PLACEHOLDER = /\{(\w+)\}/g
/** The paragraphs with name, address and contact, in one or each in its own. */
const OPERATOR_PARAGRAPHS =
  /<p>\{operator\}(?:<\/p>\s*<p>|[^<]*)\{address\}(?:<\/p>\s*<p>|[^<]*)\{contact\}[^<]*<\/p>/g
const TRANSMISSIONS = '<p>{transmissions}</p>'

/** Returns the document of a page with the operator's settings filled in, and says how long the page may be cached. */
export async function legalDocument(
  name: DocumentName,
  { params, response }: Pick<AstroGlobal, 'params' | 'response'>,
): Promise<LegalDocument> {
  response.headers.set('Cache-Control', CACHE_CONTROL)
  const language = languageOf(params['locale'])
  const file = files[`../../locales/${language}/${name}.md`]!
  const html = await file.compiledContent()
  const [before = '', after = ''] = html.split(TRANSMISSIONS).map((part) => fill(part, language))
  return {
    language,
    path: `/${name}`,
    ...file.frontmatter,
    before,
    after,
    sections: Array.from(html.matchAll(SECTION), ([, id = '', title = '']) => ({ id, title })),
  }
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
  const isSet = operator.name && operator.address && operator.contact
  // Without its settings a local site says once that they are missing.
  const named = isSet ? html : html.replace(OPERATOR_PARAGRAPHS, '<p>{operator}</p>')
  return named.replace(PLACEHOLDER, (_, key: string) => {
    if (key === 'contact' && operator.contact) return contactLink(operator.contact)
    return escapeHtml(values[key] ?? t('document.notSet'))
  })
}

function contactLink(contact: string): string {
  const href = contact.startsWith('https:') ? contact : `mailto:${contact}`
  return `<a href="${escapeHtml(href)}">${escapeHtml(contact)}</a>`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** The host that browsers of people who use social sign-in are sent to; none while it is off. */
export function signInHost(): string | undefined {
  const { social } = config(env)
  return social && new URL(social.issuer).host
}

/** The host of a third party that translates posts. Workers AI is none: the site itself runs on Cloudflare. */
export function translatorHost(): string | undefined {
  const { translator } = config(env)
  return translator && 'base' in translator ? new URL(translator.base).host : undefined
}

/** Whether browsers can ask for reminders, which come through the push service of the browser's maker. */
export const sendsPush = (): boolean => config(env).push !== undefined
