import { z } from 'zod'
import { serviceNames, type ServiceName } from '../../contract/bases.ts'
import { isValidEmail } from '../../domain/email.ts'
import { siteLinkNames } from '../../domain/site-links.ts'
import { limitNames, limitVariable } from './limits.ts'
import { linkVariable } from './links.ts'
import { textByLanguage } from './operator.ts'
import { addressVariables } from './address-variables.ts'
import {
  checked,
  matching,
  oneOf,
  SECRET,
  secret,
  share,
  wholeNumber,
  type Bindings,
} from './variable-types.ts'
import { dependentVariables } from './dependent-variables.ts'

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const

/** The variable with a remote service's address. */
export function serviceVariable(name: ServiceName) {
  return `${name.toUpperCase() as Uppercase<ServiceName>}_SERVICE_URL` as const
}

/**
 * Every variable and secret that a worker with these bindings reads, with the type that it gets. An error message
 * completes the sentence "VARIABLE …" and never holds a value.
 */
export function variablesSchema(bindings: Bindings) {
  const isDevelopment = bindings['DEVELOPMENT'] === 'on'
  const isSet = (name: string) => Boolean(bindings[name])
  const { baseProblem, issuer, operatorContact, publicOrigin, webAddress, webhookUrl } =
    addressVariables(isDevelopment)
  const { translator, mailTransport, smtpTls } = dependentVariables(bindings, isDevelopment)

  const serviceUrl = checked((text) => baseProblem(text, 'https://service.example/v1'))

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
      ...Object.fromEntries(siteLinkNames.map((name) => [linkVariable(name), webAddress])),
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
      SOCIAL_ISSUER: issuer,
      SOCIAL_CLIENT_ID: z.string(),
      SOCIAL_CLIENT_SECRET: z
        .string()
        .refine(() => isSet('SOCIAL_CLIENT_ID'), { error: 'needs SOCIAL_CLIENT_ID.' })
        .meta(SECRET),
      TRANSLATOR: translator,
      TRANSLATOR_URL: checked((text) => baseProblem(text, 'https://translate.example')),
      TRANSLATOR_KEY: z.string().meta(SECRET),
      TRANSLATOR_CHARACTERS_PER_DAY: wholeNumber(1, Number.MAX_SAFE_INTEGER, ' from 1'),
      LOG_LEVEL: oneOf(...logLevels),
      LOG_SAMPLING: share,
      VITALS_SAMPLING: share,
      ...(Object.fromEntries(
        serviceNames.map((name) => [serviceVariable(name), serviceUrl]),
      ) as Record<ReturnType<typeof serviceVariable>, typeof serviceUrl>),
      ...Object.fromEntries(
        limitNames.map((name) => [
          limitVariable(name),
          wholeNumber(1, Number.MAX_SAFE_INTEGER, ' from 1'),
        ]),
      ),
      VAPID_KEY: matching(
        /^[\w-]{87}\.[\w-]{43}$/,
        'must be the public and the private key with a dot between them, as npm run deploy makes it.',
      ).meta(SECRET),
      MODERATION_HOLD_SCORE: wholeNumber(1, 1000, ' from 1 to 1000'),
      MODERATION_WEBHOOK_URL: webhookUrl.meta(SECRET),
      ALARM_WEBHOOK_URL: webhookUrl.meta(SECRET),
      QUESTION_WEBHOOK_URL: webhookUrl.meta(SECRET),
      DEVELOPMENT: oneOf('on'),
      LIMITS: oneOf('raised'),
      CLOCK_OFFSET_MS: wholeNumber(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, ''),
    })
    .partial()
}
