import type { Language } from '../../src/domain/language.ts'
import { newEmail, PASSWORD } from '../credentials.ts'
import type { App } from '../app.ts'
import { codeIn, mails, newMail } from '../outbox.ts'
import { passwordHash } from '../password-hash.ts'
import { createPerson, type TestPerson } from '../people.ts'
import { call, type CallOptions, type ServiceResponse } from './service-calls.ts'

export const auth = (app: App, line: string, options?: CallOptions) =>
  call(app, 'auth', line, options)
export const user = (app: App, line: string, options?: CallOptions) =>
  call(app, 'user', line, options)

export function outcome({ status, body }: ServiceResponse): [number, number?, string?] {
  return body.field
    ? [status, body.errorCode, body.field]
    : body.errorCode
      ? [status, body.errorCode]
      : [status]
}

/** The outcome of a value that the field may not have. */
export const invalid = (field: string) => [406, -1023, field]

export const meOf = async (app: App, token: string) =>
  (await user(app, 'GET /user/me', { token })).body.results[0]
export const outcomeOfMe = async (app: App, token: string) =>
  outcome(await user(app, 'GET /user/me', { token }))
export const refresh = (app: App, token: string) =>
  auth(app, 'POST /user/token/', { body: { token } })

export interface Tokens {
  accessToken: string
  updateToken: string
  username: string
}

export async function register(
  app: App,
  email: string,
  options: CallOptions = {},
): Promise<Tokens> {
  const response = await auth(app, 'POST /user/register/', {
    ...options,
    body: { newEmail: email, newPassword: PASSWORD },
  })
  if (response.status !== 200) throw new Error(`not registered: ${JSON.stringify(response.body)}`)
  return response.body.results
}

const hashes = new Map<string | undefined, Promise<string>>()

/** Inserts a person who has a password, is logged in and, by default, has confirmed the address. */
export async function activePerson(
  app: App,
  email = newEmail(),
  language: Language = 'en',
  activated = true,
): Promise<TestPerson> {
  const secret = app.vars()['SECRET']
  if (!hashes.has(secret)) hashes.set(secret, passwordHash(secret, PASSWORD))
  const hash = await hashes.get(secret)!
  return createPerson(app, { email, passwordHash: hash, language, activated })
}

export function login(
  app: App,
  email: string,
  password = PASSWORD,
  options: CallOptions = {},
): Promise<ServiceResponse> {
  return auth(app, 'POST /user/login/', { ...options, body: { email, password } })
}

export async function sentCode(
  app: App,
  email: string,
  kind: 'activation' | 'passwordReset',
): Promise<string> {
  const before = (await mails(app, email)).length
  const path = kind === 'activation' ? 'register/complete' : 'password/reset'
  const response = await auth(
    app,
    `GET /user/${path}/?email=${encodeURIComponent(email)}&language=en`,
  )
  if (response.status !== 202) throw new Error(`no code: ${JSON.stringify(response.body)}`)
  return codeIn(await newMail(app, email, before))
}

/** Asks for another address and returns the token of the link that is mailed there. */
export async function emailChangeToken(app: App, token: string, address: string): Promise<string> {
  await user(app, `GET /user/email/confirm/?newEmail=${address}&language=en`, { token })
  const { text } = await newMail(app, address, 0)
  return /\/email\/confirm\?token=([\w-]+)/.exec(text)![1]!
}

export const confirmEmailChange = async (app: App, token: string, link: string) =>
  outcome(await user(app, 'PUT /user/email/confirm/', { token, body: { token: link } }))

export const otherCode = (code: string, by = 1) =>
  String((Number(code) + by) % 1_000_000).padStart(6, '0')

/** The first column of the first row, if there is one. */
export async function value<T = number>(statement: D1PreparedStatement): Promise<T | undefined> {
  const row = await statement.first<Record<string, T>>()
  return row ? Object.values(row)[0] : undefined
}

export const userIdOf = (app: App, email: string) =>
  value<string>(app.sql`SELECT id FROM user WHERE email_key = ${email.toLowerCase()}`)

/** Of a request by the site's own pages. */
export const browser = (Cookie?: string) => ({
  headers: { 'Sec-Fetch-Site': 'same-origin', ...(Cookie && { Cookie }) },
})

export const cookieOf = ({ headers }: { headers: Headers }) =>
  (headers.get('Set-Cookie') ?? '').split(';')[0]!
