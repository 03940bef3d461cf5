import { z } from 'zod'
import { type ServiceName, serviceNames } from '../../contract/bases.ts'
import { translatorNames } from '../../domain/comment-translation.ts'
import { isValidEmail } from '../../domain/email.ts'
import { type Language, languages } from '../../domain/language.ts'
import { type SiteLink, siteLinkNames, siteLinks } from '../../domain/site-links.ts'
import { limitsProblem } from './limits.ts'
import { isLoopback } from './loopback.ts'

/** Bindings by name. A secret with an unknown value is `true` (`npm run deploy` knows names only). */
export type Bindings = Readonly<Record<string, unknown>>

const SECRET_LENGTH = 32

const oneOf = <const Names extends readonly string[]>(...names: Names) =>
  z.enum(names, { error: `must be ${names.join(', ').replace(/, ([^,]*)$/, ' or $1')}.` })

const wholeNumber = (min: number, max: number, range: string) =>
  z
    .string()
    .refine((text) => /^-?\d{1,15}$/.test(text) && Number(text) >= min && Number(text) <= max, {
      error: `must be a whole number${range}.`,
    })
    .transform(Number)

const matching = (pattern: RegExp, error: string) => z.string().regex(pattern, { error })

const share = matching(
  /^(?:0|1|0?\.\d{1,6}|[01]\.0{1,6})$/,
  'must be a number from 0 to 1.',
).transform(Number)

/** Marks a variable that must not be in `wrangler.toml`. */
const SECRET = { isSecret: true } as const

const secret = z
  .string()
  .min(SECRET_LENGTH, {
    error: `must have at least ${SECRET_LENGTH} characters.`,
  })
  .meta(SECRET)

const checked = (problemOf: (text: string) => string | undefined) =>
  z.string().superRefine((text, context) => {
    const message = problemOf(text)
    if (message) context.addIssue({ code: 'custom', message })
  })

/** `npm run deploy` publishes no site without these (`docs/product.md#legal-pages`). */
export const operatorVariables = [
  'OPERATOR_NAME',
  'OPERATOR_ADDRESS',
  'OPERATOR_CONTACT',
  'OPERATOR_LAW',
] as const

/** One text for all languages, or one for each, in the order of `languages`: `日本語 | English`. */
const textByLanguage = z
  .string()
  .transform((text) => text.split('|').map((part) => part.trim()))
  .refine((parts) => parts.length <= languages.length && parts.every(Boolean), {
    error: `must be one text, or one for each language (${languages.join(', ')}) with | between them.`,
  })
  .transform((parts) => {
    const texts = languages.map((language, index) => [language, parts[index] ?? parts.at(-1)])
    return Object.fromEntries(texts) as Record<Language, string>
  })

/** @param isDevelopment admits http to loopback hosts */
function addressVariables(isDevelopment: boolean) {
  const isSafe = ({ protocol, hostname }: URL) =>
    protocol === 'https:' || (protocol === 'http:' && isDevelopment && isLoopback(hostname))

  const publicOrigin = checked((text) => {
    const url = URL.parse(text)
    if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:'))
      return 'must be an address such as https://ichimon.example.'
    if (!isSafe(url)) return 'must begin with https://.'
    return url.origin === text && /^[\w.:[\]-]+$/.test(url.host)
      ? undefined
      : 'must be scheme and host only: no path, no trailing slash, no default port, lower case.'
  })

  /** @param isBare without user name, query and fragment */
  const address = (example: string, isBare = false) =>
    checked((text) => {
      const url = URL.parse(text)
      if (!url) return `must be an address such as ${example}.`
      if (!isSafe(url)) return 'must begin with https://.'
      return isBare && (url.search || url.hash || url.username || url.password)
        ? 'must have no user name, query or fragment.'
        : undefined
    })

  const operatorContact = checked((text) =>
    isValidEmail(text) || URL.parse(text)?.protocol === 'https:'
      ? undefined
      : 'must be an email address or an address that begins with https://.',
  )

  return { address, operatorContact, publicOrigin }
}

/** Variables with values that require another variable. @param isDevelopment admits the outbox */
function dependentVariables(bindings: Bindings, isDevelopment: boolean) {
  const isSet = (name: string) => Boolean(bindings[name])

  const translator = oneOf('off', ...translatorNames).superRefine((text, context) => {
    const problem = (message: string) => context.addIssue({ code: 'custom', message })
    if (text === 'libretranslate' && !isSet('TRANSLATOR_URL'))
      problem('is libretranslate, which needs TRANSLATOR_URL.')
    // A remote question service calls the translator itself.
    if (isSet('QUESTION_SERVICE_URL')) return
    if (text === 'workers-ai' && !isSet('AI')) problem('is workers-ai, which needs the binding AI.')
  })

  const mailTransport = oneOf('smtp', 'cloudflare', 'outbox').superRefine((text, context) => {
    const problem = (message: string) => context.addIssue({ code: 'custom', message })
    if (text === 'outbox') {
      if (!isDevelopment)
        problem('cannot be outbox in a deployment: outbox mail is never delivered.')
    } else if (!isSet('MAIL_FROM')) problem(`is ${text}, which needs MAIL_FROM.`)
    else if (text === 'smtp' && !isSet('SMTP_HOST')) problem('is smtp, which needs SMTP_HOST.')
    else if (text === 'cloudflare' && !isSet('MAIL'))
      problem('is cloudflare, which needs the send_email binding MAIL.')
  })

  const smtpTls = oneOf('on', 'starttls', 'off').refine(
    (text) =>
      text !== 'off' ||
      typeof bindings['SMTP_HOST'] !== 'string' ||
      isLoopback(bindings['SMTP_HOST']),
    { error: 'must not be off for a server on another machine.' },
  )

  return { translator, mailTransport, smtpTls }
}

function linkVariable(name: SiteLink): string {
  return `LINK_${name.toUpperCase()}`
}

export function linksOf(values: Readonly<Record<string, unknown>>): Record<SiteLink, string> {
  const entries = siteLinkNames.map((name) => [name, values[linkVariable(name)] ?? siteLinks[name]])
  return Object.fromEntries(entries) as Record<SiteLink, string>
}

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const

export function serviceVariable(name: ServiceName) {
  return `${name.toUpperCase() as Uppercase<ServiceName>}_SERVICE_URL` as const
}

/**
 * Schema of every variable and secret, for these bindings. Messages complete the sentence "VARIABLE …" and never
 * contain a value.
 */
export function variablesSchema(bindings: Bindings) {
  const isDevelopment = bindings['DEVELOPMENT'] === 'on'
  const isSet = (name: string) => Boolean(bindings[name])
  const { address, operatorContact, publicOrigin } = addressVariables(isDevelopment)
  const { translator, mailTransport, smtpTls } = dependentVariables(bindings, isDevelopment)
  const serviceUrl = address('https://service.example/v1', true)
  const webhookUrl = address('https://chat.example/hooks/1')

  return z
    .object({
      SECRET: secret,
      SECRET_PREVIOUS: secret
        .refine((text) => text !== bindings['SECRET'], {
          error: 'must differ from SECRET.',
        })
        .meta(SECRET),
      PUBLIC_ORIGIN: publicOrigin,
      HSTS: oneOf('subdomains', 'preload'),
      OPERATOR_NAME: textByLanguage,
      OPERATOR_ADDRESS: textByLanguage,
      OPERATOR_CONTACT: operatorContact,
      OPERATOR_LAW: textByLanguage,
      OPERATOR_FUNDING: textByLanguage,
      FILTER_FIRST_POST: oneOf('none', 'first', 'all'),
      FILTER_REPEAT: oneOf('off', 'nudge', 'hold'),
      FILTER_NEW_LINKS: oneOf('off', 'hold', 'refuse'),
      FILTER_USERNAMES: oneOf('on', 'off'),
      TERMS_VERSION: matching(
        /^20\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/,
        'must be a day such as 2026-11-22.',
      ),
      ...Object.fromEntries(
        siteLinkNames.map((name) => [linkVariable(name), address('https://ichimon.example/help')]),
      ),
      MAIL_TRANSPORT: mailTransport,
      MAIL_FROM: z
        .string()
        .refine(isValidEmail, { error: 'must be an email address and nothing else.' }),
      SMTP_HOST: matching(/^[A-Za-z0-9.:[\]-]+$/, 'must be a host name without scheme and port.'),
      SMTP_PORT: wholeNumber(1, 65_535, ' from 1 to 65535'),
      SMTP_TLS: smtpTls,
      SMTP_USERNAME: z
        .string()
        .refine(() => isSet('SMTP_PASSWORD'), { error: 'needs the secret SMTP_PASSWORD.' }),
      SMTP_PASSWORD: z.string().meta(SECRET),
      SOCIAL_ISSUER: address('https://accounts.example', true),
      SOCIAL_CLIENT_ID: z.string(),
      SOCIAL_CLIENT_SECRET: z
        .string()
        .refine(() => isSet('SOCIAL_CLIENT_ID'), { error: 'needs SOCIAL_CLIENT_ID.' })
        .meta(SECRET),
      TRANSLATOR: translator,
      TRANSLATOR_URL: address('https://translate.example', true),
      TRANSLATOR_KEY: z.string().meta(SECRET),
      TRANSLATOR_CHARACTERS_PER_DAY: wholeNumber(1, Number.MAX_SAFE_INTEGER, ' from 1'),
      LOG_LEVEL: oneOf(...logLevels),
      LOG_SAMPLING: share,
      VITALS_SAMPLING: share,
      ...(Object.fromEntries(
        serviceNames.map((name) => [serviceVariable(name), serviceUrl]),
      ) as Record<ReturnType<typeof serviceVariable>, typeof serviceUrl>),
      VAPID_KEY: matching(
        /^[\w-]{87}\.[\w-]{43}$/,
        'must be the public and the private key with a dot between them, as npm run deploy makes it.',
      ).meta(SECRET),
      MODERATION_HOLD_SCORE: wholeNumber(1, 1000, ' from 1 to 1000'),
      MODERATION_WEBHOOK_URL: webhookUrl.meta(SECRET),
      ALARM_WEBHOOK_URL: webhookUrl.meta(SECRET),
      DEVELOPMENT: oneOf('on'),
      LIMITS: checked((text) => limitsProblem(text, isDevelopment)),
      CLOCK_OFFSET_MS: wholeNumber(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, ''),
    })
    .partial()
}
