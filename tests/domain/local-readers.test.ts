import { expect, it } from 'vitest'
import { localReaders } from '../../scripts/local-readers.ts'

it('takes as many readers as the limit of open files allows, with room for other connections', () => {
  expect(localReaders(20_000)).toEqual('readersPerQuestion=8000')
  expect(localReaders(1_024)).toEqual('readersPerQuestion=409')
  expect(localReaders(NaN)).toEqual('')
  expect(localReaders()).toMatch(/=[1-9]/)
})
