import { expect, test } from 'vitest'
import { Breaker } from '../../src/worker/remote/circuit-breaker.ts'

function openBreaker(): Breaker {
  const breaker = new Breaker()
  for (let failure = 0; failure < 5; failure++) breaker.fail(0)
  return breaker
}

test('after a pause one tries, and the others wait for how it ends', () => {
  const breaker = openBreaker()
  expect([0, 9_999].map((nowMs) => breaker.wait(nowMs))).toEqual([10, 1])
  expect([10_000, 10_001].map((nowMs) => breaker.wait(nowMs))).toEqual([0, 10])
  breaker.succeed()
  expect([10_002, 10_003].map((nowMs) => breaker.wait(nowMs))).toEqual([0, 0])
})

test('a request that was refused here leaves its try to the next', () => {
  const breaker = openBreaker()
  expect(breaker.wait(10_000)).toBe(0)
  breaker.leave()
  expect([10_001, 10_002].map((nowMs) => breaker.wait(nowMs))).toEqual([0, 10])
})
