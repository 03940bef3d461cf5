import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MINUTE_MS } from '../../src/domain/durations.ts'
import type { Comment } from '../../src/contract/schemas.ts'
import { setWords } from '../../src/i18n/translate.ts'
import { announcer } from '../../src/islands/chat/Arrivals.tsx'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const comment = (text: string): Comment => ({
  commentId: text,
  userId: '',
  text,
  lastUpdated: 0,
  lastUpdatedDate: '',
  userOptions: { picture: '', username: 'kenji' },
})

test('announces a number during a flood, at most every six seconds, counting each once', () => {
  setWords({ 'commentList.several': '{count} new' })
  const said: string[] = []
  const announce = announcer((text) => said.push(text))
  for (let index = 0; index < 600; index++) {
    announce([comment(`flood ${index}`)])
    vi.advanceTimersByTime(100)
  }
  vi.advanceTimersByTime(MINUTE_MS)
  expect(said.length).toBeLessThanOrEqual(11)
  const told = said.map((text) => (text.startsWith('kenji') ? 1 : Number(text.split(' ')[0])))
  expect(told.reduce((sum, count) => sum + count, 0)).toBe(600)
})
