import { expect, it } from 'vitest'
import { localReaders } from '../../scripts/local-readers.ts'

it('takes as many readers as the limit of open files allows, with room for other connections', () => {
  expect(localReaders(20_000)).toEqual({ LIMIT_READERS_PER_QUESTION: '8000' })
  expect(localReaders(1_024)).toEqual({ LIMIT_READERS_PER_QUESTION: '409' })
  expect(localReaders(NaN)).toEqual({})
  expect(Number(localReaders().LIMIT_READERS_PER_QUESTION)).toBeGreaterThan(0)
})
