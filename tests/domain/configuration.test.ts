import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { config } from '../../src/worker/config/config.ts'
import { localSettings } from '../../scripts/local-settings.ts'
import { missingRequired, setByDeploy } from '../../scripts/deployment/missing.ts'
import { isLoopback } from '../../src/worker/config/loopback.ts'

const SECRET = 'a secret of the tests with 32 or more characters'
const PUBLIC_ORIGIN = 'https://ichimon.example'
const problemsOf = (bindings: Record<string, unknown>) =>
  config({ SECRET, PUBLIC_ORIGIN, ...bindings }).problems.map(({ variable }) => variable)

test('a deployment needs a SECRET of 32 characters', () => {
  expect(config({ PUBLIC_ORIGIN }).problems).toEqual([
    { variable: 'SECRET', sentence: 'SECRET must be set.' },
  ])
  expect(problemsOf({ SECRET: 'x'.repeat(31) })).toEqual(['SECRET'])
  expect(problemsOf({ SECRET: 'x'.repeat(32) })).toEqual([])
})

test('a deployment needs a PUBLIC_ORIGIN, which the local set-up does not', () => {
  expect(config({ SECRET, PUBLIC_ORIGIN: '' }).problems).toEqual([
    { variable: 'PUBLIC_ORIGIN', sentence: expect.stringMatching(/^PUBLIC_ORIGIN must be set/) },
  ])
  expect(config({ SECRET, DEVELOPMENT: 'on' }).problems).toEqual([])
})

test('a deployment may leave everything else out or empty', () => {
  const empty = { MAIL_TRANSPORT: '', LIMITS: '', LOG_LEVEL: '' }
  expect(problemsOf(empty)).toEqual([])
})

const right: [string, string, Record<string, unknown>?][] = [
  ['PUBLIC_ORIGIN', 'https://ichimon.example'],
  ['PUBLIC_ORIGIN', 'https://ichimon.example:8443'],
  ['PUBLIC_ORIGIN', 'http://localhost:8787', { DEVELOPMENT: 'on' }],
  ['MAIL_TRANSPORT', 'outbox', { DEVELOPMENT: 'on' }],
  ['MAIL_TRANSPORT', 'smtp', { MAIL_FROM: 'a@b.example', SMTP_HOST: 'mail.example' }],
  ['MAIL_TRANSPORT', 'cloudflare', { MAIL_FROM: 'a@b.example', MAIL: {} }],
  ['SMTP_TLS', 'off', { SMTP_HOST: '127.0.0.1' }],
  ['TRANSLATOR', 'off'],
  ['TRANSLATOR', 'workers-ai', { AI: {} }],
  ['TRANSLATOR', 'workers-ai', { QUESTION_SERVICE_URL: 'https://q.example' }],
  ['TRANSLATOR', 'libretranslate', { TRANSLATOR_URL: 'https://translate.example' }],
  ['TRANSLATOR_URL', 'http://127.0.0.1:5000', { DEVELOPMENT: 'on' }],
  ['TRANSLATOR_CHARACTERS_PER_DAY', '1'],
  ['HSTS', 'preload'],
  ['OPERATOR_NAME', '一問'],
  ['OPERATOR_NAME', '株式会社一問 | Ichimon Inc.'],
  ['OPERATOR_CONTACT', 'hello@ichimon.example'],
  ['OPERATOR_CONTACT', 'https://ichimon.example/form'],
  ['TERMS_VERSION', '2027-01-31'],
  ['LINK_NEWS', 'https://news.example/ichimon?page=1'],
  ['SMTP_USERNAME', 'me', { SMTP_PASSWORD: true }],
  ['SOCIAL_ISSUER', 'https://accounts.example/tenant'],
  ['AUTH_SERVICE_URL', 'https://auth.example/v1'],
  ['AUTH_SERVICE_URL', 'http://127.0.0.1:9000', { DEVELOPMENT: 'on' }],
  ['LIMITS', 'codeSendsPerDay=12 remindersPerRun=30'],
  ['LIMITS', 'raised readersPerQuestion=2', { DEVELOPMENT: 'on' }],
  ['LOG_LEVEL', 'silent'],
  ['LOG_SAMPLING', '0'],
  ['LOG_SAMPLING', '0.05'],
  ['LOG_SAMPLING', '.5'],
  ['LOG_SAMPLING', '1.0'],
  ['VITALS_SAMPLING', '0.05'],
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
  ['TRANSLATOR', 'google'],
  ['TRANSLATOR', 'workers-ai'],
  ['TRANSLATOR', 'libretranslate'],
  ['TRANSLATOR_URL', 'http://translate.example'],
  ['TRANSLATOR_URL', 'https://translate.example/?q=1'],
  ['TRANSLATOR_CHARACTERS_PER_DAY', '0'],
  ['TRANSLATOR_QUOTA', '1000'],
  ['HSTS', 'on'],
  ['OPERATOR_NAME', 'one | two | three'],
  ['OPERATOR_ADDRESS', '東京都 |'],
  ['OPERATOR_CONTACT', 'by telephone'],
  ['OPERATOR_CONTACT', 'http://ichimon.example'],
  ['OPERATOR_TELEPHONE', '03-0000-0000'],
  ['TERMS_VERSION', '22 November 2026'],
  ['LINK_NEWS', 'http://news.example'],
  ['LINK_NEWS', 'javascript:alert(1)'],
  ['LINK_BLOG', 'https://blog.example'],
  ['SMTP_TLS', 'off', { SMTP_HOST: 'mail.example' }],
  ['SMTP_USERNAME', 'me'],
  ['SOCIAL_ISSUER', 'http://accounts.example'],
  ['SOCIAL_CLIENT_SECRET', 'x'],
  ['AUTH_SERVICE_URL', 'http://auth.example'],
  ['AUTH_SERVICE_URL', 'https://auth.example/?key=x'],
  ['AUTH_SERVICE_URL', 'https://me:pass@auth.example'],
  ['AUTHOR_SERVICE_URL', 'https://auth.example'],
  ['LIMITS', 'codeSendsPerDay=0'],
  ['LIMITS', 'codeSendsPerDay=many'],
  ['LIMITS', 'codesPerDay=12'],
  ['LIMITS', 'raised'],
  ['LIMIT_CODE_SENDS_PER_DAY', '12'],
  ['SECRET_PREVIOUS', SECRET],
  ['SECRET_PREVIOUS', 'short'],
  ['LIMITS', 'off', { DEVELOPMENT: 'on' }],
  ['LOG_LEVEL', 'INFO'],
  ['LOG_SAMPLING', '1.1'],
  ['LOG_SAMPLING', '-0'],
  ['LOG_SAMPLING', '10%'],
  ['VITALS_SAMPLING', '5'],
  ['LOG_SAMPLE', '0.1'],
  ['MAIL_FORM', 'a@b.example'],
  ['DEVELOPMENT', 'true'],
  ['CLOCK_OFFSET_MS', '1h'],
]
test.each(wrong)('%s must not be %s', (name, text, others = {}) => {
  const { problems } = config({ SECRET, PUBLIC_ORIGIN, [name]: text, ...others })
  expect(problems.map(({ variable }) => variable)).toEqual([name])
  const sentence = problems[0]?.sentence
  expect(sentence).toMatch(new RegExp(`^${name} .*\\.$`))
})

test('no sentence holds a value', () => {
  const canary = 'canary-7f3a'
  const all = Object.fromEntries(wrong.map(([name]) => [name, canary]))
  const told = JSON.stringify(config({ ...all, SECRET: canary }).problems)
  expect(told).not.toContain(canary)
})

test('deploy asks for the address, and for the operator’s name, address, contact and law', () => {
  const all = {
    PUBLIC_ORIGIN: 'https://ichimon.example',
    OPERATOR_NAME: '一問',
    OPERATOR_ADDRESS: '東京都',
    OPERATOR_CONTACT: 'hello@ichimon.example',
    OPERATOR_LAW: '日本法',
  }
  expect(missingRequired(all, setByDeploy(''))).toEqual([])
  expect(missingRequired({ ...all, OPERATOR_ADDRESS: '' }, setByDeploy(' --env staging'))).toEqual([
    {
      variable: 'OPERATOR_ADDRESS',
      sentence: expect.stringMatching(/^OPERATOR_ADDRESS must be set/),
      command: expect.stringMatching(/^npm run deploy -- --env staging --set 'OPERATOR_ADDRESS=/),
    },
  ])
  expect(missingRequired({}, setByDeploy(''))).toHaveLength(5)
})

test('the operator’s texts are one for all languages, or one for each', () => {
  const { operator, links } = config({
    OPERATOR_NAME: '一問',
    OPERATOR_LAW: '日本法 | Japanese law',
  })
  expect(operator.name).toEqual({ ja: '一問', en: '一問' })
  expect(operator.law).toEqual({ ja: '日本法', en: 'Japanese law' })
  expect(links.legal).toBe('/terms')
})

test('a service with an address is remote, and with a wrong one is not embedded', () => {
  const { remoteServices, services } = config({
    AUTH_SERVICE_URL: 'https://a.example',
    USER_SERVICE_URL: 'not an address',
  })
  expect(remoteServices).toEqual(['auth', 'user'])
  expect(services).toMatchObject({
    auth: { kind: 'remote', base: 'https://a.example' },
    user: { kind: 'misconfigured' },
    question: { kind: 'embedded' },
  })
})

test('only this machine is loopback', () => {
  for (const host of ['127.0.0.1', 'localhost', '::1', '[::1]']) expect(isLoopback(host)).toBe(true)
  for (const host of ['127.0.0.1.example', 'localhost.example', '[::1', '::2', ''])
    expect(isLoopback(host)).toBe(false)
})

test('a wrong variable has its default, never its value', () => {
  const wrongs = config({
    PUBLIC_ORIGIN: 'http://ichimon.example',
    SOCIAL_CLIENT_ID: 'x',
    SOCIAL_ISSUER: 'http://accounts.example',
    LIMITS: 'codeSendsPerDay=many',
    LOG_LEVEL: 'loud',
    LOG_SAMPLING: '2',
    SMTP_HOST: 'mail.example',
    SMTP_TLS: 'off',
    MAIL_TRANSPORT: 'smtp',
    MAIL_FROM: 'a@b.example',
    DEVELOPMENT: 'true',
  })
  expect(wrongs).toMatchObject({
    publicOrigin: undefined,
    social: undefined,
    limits: { codeSendsPerDay: 10 },
    log: { level: 'info', sampling: 1 },
    mail: { tls: 'starttls' },
    isDevelopment: false,
  })
})

test('a local setting that is empty stays so: production limits can be tried', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'ichimon-vars-')), '.dev.vars')
  writeFileSync(file, 'LIMITS=""\n')
  const first = localSettings(file)
  expect(first).toMatchObject({ LIMITS: '', DEVELOPMENT: 'on' })
  expect(localSettings(file)).toEqual(first)
  rmSync(dirname(file), { recursive: true })
})
