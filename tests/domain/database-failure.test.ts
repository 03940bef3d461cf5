import { expect, test } from 'vitest'
import { isDatabaseFailure, isRefusedStatement } from '../../src/worker/http/service.ts'

test.each([
  'D1_ERROR: Network connection lost.',
  'D1_ERROR: D1 DB is overloaded. Requests queued for too long.',
  'D1_ERROR: D1 DB storage operation exceeded timeout which caused object to be reset.',
  'D1_ERROR: database is locked: SQLITE_BUSY',
  'D1_ERROR: disk I/O error: SQLITE_IOERR',
  // A full disk.
  'internal error; reference = 1g1tj71gq7r2rhcatkiv4dlc',
])('%s may pass', (message) => {
  expect(isDatabaseFailure(new Error(message))).toBe(true)
  expect(isDatabaseFailure(new Error('Failed query', { cause: new Error(message) }))).toBe(true)
  expect(isRefusedStatement(new Error(message))).toBe(false)
})

test.each([
  'D1_ERROR: UNIQUE constraint failed: user.email_key: SQLITE_CONSTRAINT',
  'D1_ERROR: no such column: nickname at offset 7: SQLITE_ERROR',
  "D1_TYPE_ERROR: Type 'undefined' not supported for value 'undefined'",
])('%s happens again', (message) => {
  expect(isDatabaseFailure(new Error(message))).toBe(false)
  expect(isRefusedStatement(new Error(message))).toBe(true)
  expect(isRefusedStatement(new Error('Failed query', { cause: new Error(message) }))).toBe(true)
})

test('another error is neither', () => {
  for (const message of ['a post about D1_ERROR: and D1', 'Network connection lost.']) {
    expect(isDatabaseFailure(new Error(message))).toBe(false)
    expect(isRefusedStatement(new Error(message))).toBe(false)
  }
})
