import { expect, it } from 'vitest'
import '../../harness/island.tsx'
import { isUpdateInfoDue } from '../../src/browser/every-page/start.ts'

it('the news come once to those who were here before, and again with an announcement', () => {
  expect(isUpdateInfoDue(undefined)).toBe(false)
  expect(isUpdateInfoDue(undefined)).toBe(false)
  localStorage.setItem('UpdateInfo', '2026-01-01')
  expect(isUpdateInfoDue(undefined)).toBe(true)
  expect(isUpdateInfoDue(undefined)).toBe(false)
  expect(isUpdateInfoDue('2099-01-01T00:00:00Z')).toBe(true)
  expect(isUpdateInfoDue('2099-01-01T00:00:00Z')).toBe(false)
})
