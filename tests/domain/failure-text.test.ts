import { afterEach, expect, it, vi } from 'vitest'
import en from '../../locales/en.json' with { type: 'json' }
import type { Failure } from '../../src/api/result.ts'
import { errors, type ErrorName } from '../../src/domain/errors.ts'
import { setWords, type Messages } from '../../src/i18n/translate.ts'
import { failureText } from '../../src/islands/ui/failure-text.ts'
import { failureKeys } from '../../src/layouts/island-messages.ts'

afterEach(() => vi.useRealTimers())

// Only the keys that pages pass: any other would show as its key.
const messages: Messages = Object.fromEntries(failureKeys.map((key) => [key, en[key]]))
setWords(messages)

const failure = (name: ErrorName, rest: { retryAfter?: number; isMaintenance?: boolean } = {}) => {
  const { httpCode: status, errorCode: code } = errors[name]
  return { ok: false, status, code, ...rest } satisfies Failure
}

it('names the missing activation', () => {
  expect(failureText(failure('userNotActivated'))).toBe(en['error.notActivated'])
})

it('names maintenance and its end in Tokyo, and no maintenance for another 503', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-22T03:00:00Z') })
  const refused = failure('databaseConnectionFailed', { retryAfter: 5400, isMaintenance: true })
  expect(failureText(refused)).toContain('2026.11.22 13:30')
  const other = failure('databaseConnectionFailed', { retryAfter: 10, isMaintenance: false })
  expect(failureText(other)).toBe(en['error.server'])
})

it('has a message for every failure of the catalogue', () => {
  for (const name of Object.keys(errors) as ErrorName[]) {
    expect(Object.values(en)).toContain(failureText(failure(name)))
  }
})

it.each([
  [30, 'in about 1 minute.'],
  [90, 'in about 2 minutes.'],
])('says after %i seconds “%s”', (retryAfter, ending) => {
  expect(failureText(failure('tooManyAttempts', { retryAfter }))).toMatch(ending)
})
