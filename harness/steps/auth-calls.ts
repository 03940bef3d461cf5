import { unseal } from '../../src/worker/keys/seal.ts'
import type { RenderedMail } from '../../src/worker/mail/message.ts'
import { newEmail, PASSWORD } from '../credentials.ts'
import { startApp, type App, type AppOptions } from '../app.ts'

export const SECRET = 'the secret of the account tests, used in tests only'
/** One object: the configuration is read once for each. */
const env = { SECRET }

/** An app without questions; `limits: 'real'` has the production figures. */
export function startAccounts(options: AppOptions & { limits?: 'real' } = {}): Promise<App> {
  const { limits, vars, ...rest } = options
  return startApp({
    ...rest,
    questions: false,
    vars: { SECRET, ...(limits && { LIMITS: '' }), ...vars },
  })
}

export interface AuthResponse {
  status: number
  headers: Headers
  body: {
    // oxlint-disable-next-line typescript/no-explicit-any -- each test judges the shape it asked for
    results?: any
    httpCode?: number
    errorCode?: number
    statusCode?: number
    message?: string
    field?: string
  }
}

export interface Call {
  body?: unknown
  /** Sent as it is instead of `body`. */
  raw?: string
  headers?: Record<string, string>
  token?: string
  /** The address the edge would name. */
  from?: string
}

export async function call(
  app: App,
  service: 'account' | 'auth' | 'comment' | 'user',
  line: string,
  options: Call = {},
): Promise<AuthResponse> {
  const [method = '', path = ''] = line.split(' ')
  const body =
    options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body))
  const response = await app.fetch(`/service/${service}/v1${path}`, {
    method,
    body: body ?? null,
    headers: {
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(options.token && { Authorization: `Bearer ${options.token}` }),
      ...(options.from && { 'CF-Connecting-IP': options.from }),
      ...options.headers,
    },
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? {} : JSON.parse(text),
  }
}

export const auth = (app: App, line: string, options?: Call) => call(app, 'auth', line, options)
export const user = (app: App, line: string, options?: Call) => call(app, 'user', line, options)

/** `[status, errorCode, field]` of a response. */
export function outcome({ status, body }: AuthResponse): [number, number?, string?] {
  return body.field
    ? [status, body.errorCode, body.field]
    : body.errorCode
      ? [status, body.errorCode]
      : [status]
}

export interface Tokens {
  accessToken: string
  updateToken: string
  username: string
}

export async function register(app: App, email: string, options: Call = {}): Promise<Tokens> {
  const response = await auth(app, 'POST /user/register/', {
    ...options,
    body: { newEmail: email, newPassword: PASSWORD },
  })
  if (response.status !== 200) throw new Error(`not registered: ${JSON.stringify(response.body)}`)
  return response.body.results
}

/** A person who has registered and entered the code. */
export async function activePerson(
  app: App,
  email = newEmail(),
): Promise<Tokens & { email: string }> {
  const tokens = await register(app, email)
  const response = await auth(app, 'PUT /user/status/activated', {
    body: { email, passcode: await sentCode(app, email, 'activation'), language: 'en' },
  })
  if (response.status !== 202) throw new Error(`not activated: ${JSON.stringify(response.body)}`)
  return { ...tokens, email }
}

export function login(
  app: App,
  email: string,
  password = PASSWORD,
  options: Call = {},
): Promise<AuthResponse> {
  return auth(app, 'POST /user/login/', { ...options, body: { email, password } })
}

/** Asks for a code and reads it from the mail. */
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

/** The mails to an address, oldest first. */
export async function mails(app: App, to: string): Promise<{ kind: string; text: string }[]> {
  const { results } = await app.db
    .prepare('SELECT id, sealed FROM mail ORDER BY created_at, id')
    .all<{ id: string; sealed: string }>()
  const opened = await Promise.all(
    results.map(({ id, sealed }) => unseal<RenderedMail>(env, 'mail', id, sealed)),
  )
  return opened.filter((mail) => mail !== undefined).filter((mail) => mail.to === to)
}

/** The mail that follows the first `before` ones; sending happens after the response. */
export async function newMail(
  app: App,
  to: string,
  before: number,
): Promise<{ kind: string; text: string }> {
  for (let tries = 0; tries < 1200; tries++) {
    const mail = (await mails(app, to))[before]
    if (mail) return mail
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error(`no mail to ${to}`)
}

export function codeIn({ text }: { text: string }): string {
  const code = /\b\d{6}\b/.exec(text)?.[0]
  if (!code) throw new Error('no code in the mail')
  return code
}

/** A code that is not the given one. */
export const otherCode = (code: string, by = 1) =>
  String((Number(code) + by) % 1_000_000).padStart(6, '0')

/** The answer to the question `query` asks of D1, in one value. */
export async function value<T = number>(
  app: App,
  query: string,
  ...parameters: unknown[]
): Promise<T | undefined> {
  const row = await app.db
    .prepare(query)
    .bind(...parameters)
    .first<Record<string, T>>()
  return row ? Object.values(row)[0] : undefined
}

export const userIdOf = (app: App, email: string) =>
  value<string>(app, 'SELECT id FROM user WHERE email_key = ?1', email.toLowerCase())
