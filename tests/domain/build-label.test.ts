import { expect, test } from 'vitest'
import { buildLabel } from '../../scripts/build/build-label.ts'

test('the build label is the Tokyo day as DD Mon YYYY', () => {
  expect(buildLabel('2025-10-23T15:00:00.000Z')).toBe('24 Oct 2025')
  expect(buildLabel('2025-10-23T14:59:59.999Z')).toBe('23 Oct 2025')
  expect(buildLabel('2026-09-05T00:00:00.000Z')).toBe('05 Sep 2026')
  expect(buildLabel('2026-12-31T20:00:00.000Z')).toBe('01 Jan 2027')
})
