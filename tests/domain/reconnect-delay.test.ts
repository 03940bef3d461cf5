import { expect, it } from 'vitest'
import { reconnectDelay } from '../../src/islands/chat/page/follow.ts'

it('spreads readers over five seconds after a restart', () => {
  const delays = Array.from({ length: 1_000 }, (_, reader) => reconnectDelay(1, reader / 1_000))
  for (let second = 0.5; second < 5.5; second++) {
    const inSecond = delays.filter((ms) => ms >= second * 1_000 && ms < (second + 1) * 1_000)
    expect(inSecond).toHaveLength(200)
  }
})

it('backs off to 15 s, give or take a quarter', () => {
  expect([2, 3, 4, 9].map((failures) => reconnectDelay(failures, 0.5))).toEqual([
    4_000, 8_000, 15_000, 15_000,
  ])
  expect([0, 1].map((random) => reconnectDelay(9, random))).toEqual([11_250, 18_750])
})
