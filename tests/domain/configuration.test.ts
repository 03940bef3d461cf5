import { describe, expect, test } from 'vitest'
import {
  configuration,
  configurationProblems,
  remoteServices,
} from '../../src/worker/config/configuration.ts'

const SECRET = 'a secret of the tests with 32 or more characters'
const problemsOf = (bindings: Record<string, unknown>) =>
  configurationProblems({ SECRET, ...bindings }).map(({ variable }) => variable)

describe('a deployment', () => {
  test('needs a SECRET of 32 characters', () => {
    expect(configurationProblems({})).toEqual([
      { variable: 'SECRET', sentence: 'SECRET must be set.' },
    ])
    expect(problemsOf({ SECRET: 'x'.repeat(31) })).toEqual(['SECRET'])
    expect(problemsOf({ SECRET: 'x'.repeat(32) })).toEqual([])
  })

  test('may leave everything else out or empty', () => {
    const empty = { PUBLIC_ORIGIN: '', MAIL_TRANSPORT: '', LIMITS: '', LOG_LEVEL: '' }
    expect(problemsOf(empty)).toEqual([])
  })
})

const right: [string, string, Record<string, unknown>?][] = [
  ['PUBLIC_ORIGIN', 'https://ichimon.example'],
  ['PUBLIC_ORIGIN', 'https://ichimon.example:8443'],
  ['PUBLIC_ORIGIN', 'http://localhost:8787', { DEVELOPMENT: 'on' }],
  ['MAIL_TRANSPORT', 'outbox', { DEVELOPMENT: 'on' }],
  ['MAIL_TRANSPORT', 'smtp', { MAIL_FROM: 'a@b.example', SMTP_HOST: 'mail.example' }],
  ['MAIL_TRANSPORT', 'cloudflare', { MAIL_FROM: 'a@b.example', MAIL: {} }],
  ['SMTP_TLS', 'off', { SMTP_HOST: '127.0.0.1' }],
  ['SMTP_USERNAME', 'me', { SMTP_PASSWORD: true }],
  ['SOCIAL_ISSUER', 'https://accounts.example/tenant'],
  ['AUTH_SERVICE_URL', 'https://auth.example/v1'],
  ['AUTH_SERVICE_URL', 'http://127.0.0.1:9000', { DEVELOPMENT: 'on' }],
  ['LIMIT_CODE_SENDS_PER_DAY', '12'],
  ['LOG_LEVEL', 'silent'],
  ['LOG_SAMPLING', '0'],
  ['LOG_SAMPLING', '0.05'],
  ['LOG_SAMPLING', '.5'],
  ['LOG_SAMPLING', '1.0'],
  ['CLOCK_OFFSET_MS', '-86400000'],
  ['SOMETHING_ELSE', 'of the operator'],
]
test.each(right)('%s may be %s', (name, text, others = {}) => {
  expect(problemsOf({ [name]: text, ...others })).toEqual([])
})

const wrong: [string, string, Record<string, unknown>?][] = [
  ['PUBLIC_ORIGIN', 'https://ichimon.example/'],
  ['PUBLIC_ORIGIN', 'https://ichimon.example/path'],
  ['PUBLIC_ORIGIN', 'https://ICHIMON.example'],
  ['PUBLIC_ORIGIN', 'https://ichimon.example:443'],
  ['PUBLIC_ORIGIN', 'http://ichimon.example'],
  ['PUBLIC_ORIGIN', 'http://localhost:8787'],
  ['PUBLIC_ORIGIN', 'ichimon.example'],
  ['PUBLIC_ORIGIN', 'ftp://ichimon.example'],
  ['MAIL_TRANSPORT', 'sendmail'],
  ['MAIL_TRANSPORT', 'outbox'],
  ['MAIL_TRANSPORT', 'smtp', { MAIL_FROM: 'a@b.example' }],
  ['MAIL_TRANSPORT', 'smtp', { SMTP_HOST: 'mail.example' }],
  ['MAIL_TRANSPORT', 'cloudflare', { MAIL_FROM: 'a@b.example' }],
  ['MAIL_FROM', 'Ichimon <a@b.example>'],
  ['SMTP_HOST', 'smtp://mail.example'],
  ['SMTP_PORT', '0'],
  ['SMTP_PORT', '65536'],
  ['SMTP_PORT', '5e2'],
  ['SMTP_TLS', 'yes'],
  ['SMTP_TLS', 'off', { SMTP_HOST: 'mail.example' }],
  ['SMTP_USERNAME', 'me'],
  ['SOCIAL_ISSUER', 'http://accounts.example'],
  ['SOCIAL_CLIENT_SECRET', 'x'],
  ['AUTH_SERVICE_URL', 'http://auth.example'],
  ['AUTH_SERVICE_URL', 'https://auth.example/?key=x'],
  ['AUTH_SERVICE_URL', 'https://me:pass@auth.example'],
  ['AUTHOR_SERVICE_URL', 'https://auth.example'],
  ['AUTH_SERVICE_URL', 'https://auth.example', { AUTH_SERVICE: {} }],
  ['AUTH_SERVICE_KEY', 'too short'],
  ['SERVICES_KEY', 'too short'],
  ['LIMIT_CODE_SENDS_PER_DAY', '0'],
  ['LIMIT_CODE_SENDS_PER_DAY', 'many'],
  ['LIMIT_CODES_PER_DAY', '12'],
  ['SECRET_PREVIOUS', SECRET],
  ['SECRET_PREVIOUS', 'short'],
  ['LIMITS', 'off'],
  ['LOG_LEVEL', 'INFO'],
  ['LOG_SAMPLING', '1.1'],
  ['LOG_SAMPLING', '-0'],
  ['LOG_SAMPLING', '10%'],
  ['LOG_SAMPLE', '0.1'],
  ['MAIL_FORM', 'a@b.example'],
  ['DEVELOPMENT', 'true'],
  ['CLOCK_OFFSET_MS', '1h'],
]
test.each(wrong)('%s must not be %s', (name, text, others = {}) => {
  const problems = configurationProblems({ SECRET, [name]: text, ...others })
  expect(problems.map(({ variable }) => variable)).toEqual([name])
  const sentence = problems[0]?.sentence
  expect(sentence).toMatch(new RegExp(`^${name} .*\\.$`))
})

test('no sentence holds a value', () => {
  const canary = 'canary-7f3a'
  const all = Object.fromEntries(wrong.map(([name]) => [name, canary]))
  const told = JSON.stringify(configurationProblems({ ...all, SECRET: canary }))
  expect(told).not.toContain(canary)
})

test('a wrong log setting stands for the default', () => {
  expect(configuration({ SECRET, LOG_LEVEL: 'loud', LOG_SAMPLING: '2' }).log).toEqual({
    level: 'info',
    sampling: 1,
  })
  expect(configuration({ SECRET, LOG_LEVEL: 'error', LOG_SAMPLING: '.25' }).log).toEqual({
    level: 'error',
    sampling: 0.25,
  })
})

test('a service is remote by its address or its binding', () => {
  expect(remoteServices({ AUTH_SERVICE_URL: 'https://a.example', USER_SERVICE: {} })).toEqual([
    'auth',
    'user',
  ])
})
