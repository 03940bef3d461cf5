import { type ServiceName, serviceNames } from '../../contract/bases.ts'
import { BUILT_IN_TERMS } from '../../domain/legal-pages.ts'
import { MEASURED_SHARE } from '../../domain/measured-share.ts'
import { limitsOf } from './limits.ts'
import { type Bindings, linksOf, serviceVariable } from './variables-schema.ts'
import { type Problem, readVariables, type Values } from './variables.ts'
import { isLoopback } from './loopback.ts'

/** `undefined`: mail stays queued. */
function mailOf(values: Values, bindings: Bindings) {
  const { MAIL_TRANSPORT: transport, MAIL_FROM: from, SMTP_HOST: host } = values
  if (transport === 'outbox') return { transport } as const
  if (!from) return undefined
  if (transport === 'cloudflare')
    return { transport, from, binding: bindings['MAIL'] as SendEmail } as const
  return transport === 'smtp' && host ? smtpOf(values, from, host) : undefined
}

type MailConfig = NonNullable<ReturnType<typeof mailOf>>
/** Of one transport. */
export type MailConfigOf<Name> = Extract<MailConfig, { transport: Name }>

function smtpOf(values: Values, from: string, host: string) {
  const { SMTP_USERNAME: username, SMTP_PASSWORD: password = '' } = values
  const tls = values.SMTP_TLS ?? 'starttls'
  return {
    transport: 'smtp' as const,
    from,
    // The mail library asks a name server, which does not know `localhost`.
    host: host === 'localhost' ? '127.0.0.1' : host.replace(/^\[(.*)\]$/, '$1'),
    port: values.SMTP_PORT ?? (tls === 'on' ? 465 : 587),
    /** `off` only for a loopback host. */
    tls: tls === 'off' && !isLoopback(host) ? 'starttls' : tls,
    credentials: username ? { username, password } : undefined,
  }
}

/** Where a service runs, by configuration alone (`docs/product.md#service-contract`). */
type ServiceLocation =
  | { readonly kind: 'embedded' }
  /** `base` has no trailing slash. */
  | { readonly kind: 'remote'; readonly base: string }
  /** Its variable is invalid; see `/healthz` and the log. */
  | { readonly kind: 'misconfigured' }

const CHARACTERS_PER_DAY = 16_000

export const GOOGLE = 'https://accounts.google.com'

const configs = new WeakMap<object, { config: Config; revision: unknown }>()

/** Cached for each environment object and, in tests, each `VARIABLES_REVISION`. */
export function config(env: object): Config {
  const revision = (env as Bindings)['VARIABLES_REVISION']
  const cached = configs.get(env)
  if (cached && cached.revision === revision) return cached.config
  const read = configOf(env as Bindings)
  configs.set(env, { config: read, revision })
  return read
}

/** The checked and converted environment; an invalid variable has its default. */
type Config = ReturnType<typeof configOf>

function configOf(bindings: Bindings) {
  const { values, problems } = readVariables(bindings)
  return Object.freeze({
    problems: Object.freeze(problems),
    secret: values.SECRET,
    previousSecret: values.SECRET_PREVIOUS,
    /** `https://ichimon.example`; always set in a valid deployment. */
    publicOrigin: values.PUBLIC_ORIGIN,
    hsts: hstsOf(values.HSTS),
    /** The party responsible for the site, as named on its legal pages. */
    operator: Object.freeze({
      name: values.OPERATOR_NAME,
      address: values.OPERATOR_ADDRESS,
      contact: values.OPERATOR_CONTACT,
      /** Governing law, phrased for use inside a sentence: `the laws of Japan`. */
      law: values.OPERATOR_LAW,
      /** The site's funding, in full sentences. */
      funding: values.OPERATOR_FUNDING,
    }),
    termsVersion: values.TERMS_VERSION ?? BUILT_IN_TERMS,
    links: Object.freeze(linksOf(values)),
    filters: Object.freeze({
      firstPost: values.FILTER_FIRST_POST ?? 'none',
      repeat: values.FILTER_REPEAT ?? 'hold',
      newLinks: values.FILTER_NEW_LINKS ?? 'hold',
      usernames: values.FILTER_USERNAMES !== 'off',
    }),
    isDevelopment: values.DEVELOPMENT === 'on',
    limits: Object.freeze(limitsOf(values.LIMITS)),
    /** `undefined` without a complete transport: mail stays queued. */
    mail: Object.freeze(mailOf(values, bindings)),
    social: Object.freeze(socialOf(values, problems)),
    translator: Object.freeze(translatorConfigOf(values, bindings)),
    translatedCharactersPerDay: values.TRANSLATOR_CHARACTERS_PER_DAY ?? CHARACTERS_PER_DAY,
    services: Object.freeze(servicesOf(values, problems)),
    remoteServices: serviceNames.filter((name) => bindings[serviceVariable(name)]),
    push: Object.freeze(pushOf(values.VAPID_KEY)),
    /** Total report weight that holds a post. */
    holdScore: values.MODERATION_HOLD_SCORE ?? 3,
    /** Receives new cases instead of mail. */
    moderationWebhook: values.MODERATION_WEBHOOK_URL,
    alarmWebhook: values.ALARM_WEBHOOK_URL,
    /** Share of visits that report performance, 0 to 1. */
    vitalsSampling: values.VITALS_SAMPLING ?? MEASURED_SHARE,
    /** `sampling`: share of successful requests that are logged, 0 to 1. */
    log: Object.freeze({ level: values.LOG_LEVEL ?? 'info', sampling: values.LOG_SAMPLING ?? 1 }),
  })
}

/** Two years for this host; the operator chooses whether it covers subdomains. */
function hstsOf(scope: Values['HSTS']): string {
  const subdomains = scope ? '; includeSubDomains' : ''
  return `max-age=63072000${subdomains}${scope === 'preload' ? '; preload' : ''}`
}

/** Google by default; off when the issuer is invalid. */
function socialOf(values: Values, problems: readonly Problem[]) {
  const isWrong = problems.some(({ variable }) => variable === 'SOCIAL_ISSUER')
  if (!values.SOCIAL_CLIENT_ID || isWrong) return undefined
  return {
    issuer: values.SOCIAL_ISSUER ?? GOOGLE,
    clientId: values.SOCIAL_CLIENT_ID,
    clientSecret: values.SOCIAL_CLIENT_SECRET,
  }
}

export type SocialConfig = NonNullable<ReturnType<typeof socialOf>>

/** VAPID keys (RFC 8292), base64url; without them push reminders are off. */
function pushOf(key: Values['VAPID_KEY']) {
  const [publicKey, privateKey] = key?.split('.') ?? []
  return publicKey && privateKey ? { publicKey, privateKey } : undefined
}

function servicesOf(
  values: Values,
  problems: readonly Problem[],
): Record<ServiceName, ServiceLocation> {
  const locationOf = (name: ServiceName): ServiceLocation => {
    const variable = serviceVariable(name)
    if (problems.some((problem) => problem.variable === variable)) return { kind: 'misconfigured' }
    const address = values[variable]
    if (!address) return { kind: 'embedded' }
    return { kind: 'remote', base: new URL(address).href.replace(/\/+$/, '') }
  }
  const entries = serviceNames.map((name) => [name, locationOf(name)])
  return Object.fromEntries(entries) as Record<ServiceName, ServiceLocation>
}

/** Not used with a remote question service, which has its own. */
function translatorConfigOf(values: Values, bindings: Bindings) {
  const { TRANSLATOR: name, TRANSLATOR_KEY: key, TRANSLATOR_URL: url } = values
  if (name === 'workers-ai') return { name, binding: bindings['AI'] as Ai } as const
  if (name !== 'libretranslate' || !url) return undefined
  return { name, base: new URL(url).href.replace(/\/+$/, ''), key } as const
}
