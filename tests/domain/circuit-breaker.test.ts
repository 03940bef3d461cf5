import { expect, test } from 'vitest'
import { CircuitBreaker, type Admission } from '../../src/worker/http/circuit-breaker.ts'

function openBreaker(): CircuitBreaker {
  const breaker = new CircuitBreaker()
  for (let failure = 0; failure < 5; failure++) breaker.fail(0)
  return breaker
}

test('after a pause one request probes, and the others wait for its result', () => {
  const breaker = openBreaker()
  expect([0, 9_999].map((nowMs) => breaker.admit(nowMs))).toEqual([10, 1])
  expect([10_000, 10_001].map((nowMs) => breaker.admit(nowMs))).toEqual([{ isProbe: true }, 10])
  breaker.succeed()
  expect(breaker.admit(10_002)).toEqual({ isProbe: false })
  expect(breaker.admit(10_003)).toEqual({ isProbe: false })
})

test('a probe that was refused before it asked leaves its turn to the next request', () => {
  const breaker = openBreaker()
  const probe = breaker.admit(10_000) as Admission
  expect(probe).toEqual({ isProbe: true })
  breaker.release(probe)
  expect([10_001, 10_002].map((nowMs) => breaker.admit(nowMs))).toEqual([{ isProbe: true }, 10])
})

test('a refused request that was admitted before the circuit opened ends no pause', () => {
  const breaker = new CircuitBreaker()
  const early = breaker.admit(0) as Admission
  for (let failure = 0; failure < 5; failure++) breaker.fail(1)
  breaker.release(early)
  expect(breaker.admit(2)).toBe(10)
})

test('a refused request ends no pause while another probes', () => {
  const breaker = new CircuitBreaker()
  const early = breaker.admit(0) as Admission
  for (let failure = 0; failure < 5; failure++) breaker.fail(1)
  expect(breaker.admit(10_001)).toEqual({ isProbe: true })
  breaker.release(early)
  expect(breaker.admit(10_002)).toBe(10)
})
