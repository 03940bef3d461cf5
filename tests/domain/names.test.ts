import { describe, expect, it } from 'vitest'
import { emailKey, isValidEmail, normalizeEmail } from '../../src/domain/email.ts'
import { isReservedUsername, usernameProblem } from '../../src/domain/username.ts'

describe('an e-mail address', () => {
  it('is narrowed from full-width characters', () => {
    const typed = '　Ｋｅｎｊｉ＋１＠ｅｘａｍｐｌｅ．ｃｏｍ '
    expect(normalizeEmail(typed)).toBe('Kenji+1@example.com')
    expect(isValidEmail(normalizeEmail(typed))).toBe(true)
    expect(emailKey(typed)).toBe('kenji+1@example.com')
  })

  it('stays as it is in half-width characters', () => {
    expect(normalizeEmail(' "a b"@example.com')).toBe('"a b"@example.com')
  })
})

describe('a username', () => {
  it.each(['-', '__', '-_-'])('has at least one letter or digit: %s', (name) => {
    expect(usernameProblem(name)).toBe('punctuation')
  })

  it.each([
    'admin',
    'Root',
    'ichimon',
    'Ichimon_official',
    'null',
    '_support_',
    'MODERATOR',
    'un-defined',
  ])('is not one that speaks for the product: %s', (name) =>
    expect(isReservedUsername(name)).toBe(true),
  )

  it.each(['haru_k', 'user-7evkpq', 'adminton', 'rooted', 'nullary'])('is free: %s', (name) => {
    expect(isReservedUsername(name)).toBe(false)
    expect(usernameProblem(name)).toBeUndefined()
  })
})
