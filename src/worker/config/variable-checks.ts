import { isValidEmail } from '../../domain/email.ts'
import { limitVariables } from './limit-figures.ts'
import { serviceNames, type ServiceName } from '../../contract/bases.ts'

/** Bindings by name: texts, and anything else for what is bound but cannot be read, such as a secret's name. */
export type Bindings = Readonly<Record<string, unknown>>

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

const SECRET_LENGTH = 32
const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]']

/** Completes "VARIABLE …"; `undefined` when the text is right. */
type Check = (text: string, bindings: Bindings) => string | undefined

const oneOf =
  (...allowed: string[]): Check =>
  (text) =>
    allowed.includes(text)
      ? undefined
      : `must be ${allowed.join(', ').replace(/, ([^,]*)$/, ' or $1')}.`

const wholeNumber =
  (least: number, most: number, range: string): Check =>
  (text) =>
    /^-?\d{1,15}$/.test(text) && Number(text) >= least && Number(text) <= most
      ? undefined
      : `must be a whole number${range}.`

export const isSet = (bindings: Bindings, name: string) => Boolean(bindings[name])

const isLocal = (bindings: Bindings) => bindings['DEVELOPMENT'] === 'on'

/** https, or http on this machine in the local set-up. */
function isSafe(url: URL, bindings: Bindings): boolean {
  if (url.protocol === 'https:') return true
  return url.protocol === 'http:' && isLocal(bindings) && LOOPBACK.includes(url.hostname)
}

const secret: Check = (text) =>
  text.length >= SECRET_LENGTH ? undefined : `must have at least ${SECRET_LENGTH} characters.`

const origin: Check = (text, bindings) => {
  const url = URL.parse(text)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    return 'must be an address such as https://ichimon.example.'
  if (!isSafe(url, bindings)) return 'must begin with https://.'
  return url.origin === text
    ? undefined
    : 'must be scheme and host only: no path, no slash at the end, no port that is the usual one, lower case.'
}

const serviceUrl =
  (name: ServiceName): Check =>
  (text, bindings) => {
    if (isSet(bindings, serviceVariable(name)))
      return `and the binding ${serviceVariable(name)} are both set: keep one of them.`
    const url = URL.parse(text)
    if (!url) return 'must be an address such as https://service.example/v1.'
    if (!isSafe(url, bindings)) return 'must begin with https://.'
    return url.search || url.hash || url.username || url.password
      ? 'must have no user name, query or fragment.'
      : undefined
  }

const mailTransport: Check = (text, bindings) => {
  const unknown = oneOf('smtp', 'cloudflare', 'outbox')(text, bindings)
  if (unknown) return unknown
  if (text === 'outbox')
    return isLocal(bindings) ? undefined : 'must not be outbox here: that mail is never sent.'
  if (!isSet(bindings, 'MAIL_FROM')) return `is ${text}, which needs MAIL_FROM.`
  if (text === 'smtp' && !isSet(bindings, 'SMTP_HOST')) return 'is smtp, which needs SMTP_HOST.'
  return text === 'cloudflare' && !isSet(bindings, 'MAIL')
    ? 'is cloudflare, which needs the send_email binding MAIL.'
    : undefined
}

const smtpTls: Check = (text, bindings) => {
  const unknown = oneOf('on', 'starttls', 'off')(text, bindings)
  if (unknown || text !== 'off') return unknown
  const host = bindings['SMTP_HOST']
  return typeof host !== 'string' || LOOPBACK.includes(host)
    ? undefined
    : 'must not be off for a server on another machine.'
}

const issuer: Check = (text, bindings) => {
  const url = URL.parse(text)
  if (!url || url.search || url.hash) return 'must be an address such as https://accounts.example.'
  return isSafe(url, bindings) ? undefined : 'must begin with https://.'
}

export const sampling: Check = (text) =>
  /^(?:0|1|0?\.\d{1,6}|[01]\.0{1,6})$/.test(text) ? undefined : 'must be a number from 0 to 1.'

const anything: Check = () => undefined

/** Every variable and secret by name with the check of its text; an empty text is the same as none. */
export const checks: Readonly<Record<string, Check>> = {
  SECRET: secret,
  SECRET_PREVIOUS: (text, bindings) =>
    text === bindings['SECRET'] ? 'must not be the SECRET of today.' : secret(text, bindings),
  PUBLIC_ORIGIN: origin,
  MAIL_TRANSPORT: mailTransport,
  MAIL_FROM: (text) =>
    isValidEmail(text) ? undefined : 'must be an e-mail address and nothing else.',
  SMTP_HOST: (text) =>
    /^[A-Za-z0-9.:[\]-]+$/.test(text) ? undefined : 'must be a host name without scheme and port.',
  SMTP_PORT: wholeNumber(1, 65_535, ' from 1 to 65535'),
  SMTP_TLS: smtpTls,
  SMTP_USERNAME: (_, bindings) =>
    isSet(bindings, 'SMTP_PASSWORD') ? undefined : 'needs the secret SMTP_PASSWORD.',
  SMTP_PASSWORD: anything,
  SOCIAL_ISSUER: issuer,
  SOCIAL_CLIENT_ID: anything,
  SOCIAL_CLIENT_SECRET: (_, bindings) =>
    isSet(bindings, 'SOCIAL_CLIENT_ID') ? undefined : 'needs SOCIAL_CLIENT_ID.',
  LOG_LEVEL: oneOf(...logLevels),
  LOG_SAMPLING: sampling,
  ...Object.fromEntries(
    serviceNames.flatMap((name) => [
      [`${serviceVariable(name)}_URL`, serviceUrl(name)],
      [`${serviceVariable(name)}_KEY`, secret],
    ]),
  ),
  SERVICES_KEY: secret,
  ...Object.fromEntries(
    limitVariables.map((name) => [name, wholeNumber(1, Number.MAX_SAFE_INTEGER, ' from 1')]),
  ),
  DEVELOPMENT: oneOf('on'),
  LIMITS: oneOf('raised'),
  CLOCK_OFFSET_MS: wholeNumber(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, ''),
}

/** The binding of a service, and the beginning of its variables' names. */
export function serviceVariable(name: ServiceName): string {
  return `${name.toUpperCase()}_SERVICE`
}
