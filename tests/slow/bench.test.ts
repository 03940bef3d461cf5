import { describe, expect, it } from 'vitest'
import { dataset } from '../../harness/dataset.ts'
import { responseParser } from '../../bench/http-responses.ts'
import { interleaved, median, ratio } from '../../bench/rounds.ts'
import { table } from '../../bench/table.ts'

describe('the parser of HTTP responses', () => {
  const stream =
    'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n\r\n\r\n' +
    'HTTP/1.1 404 Not Found\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n1a\r\n' +
    `${'0\r\n\r\n'.repeat(5)}x\r\n0\r\n\r\n` +
    'HTTP/1.1 304 Not Modified\r\nContent-Length: 900\r\n\r\n' +
    'HTTP/1.1 304 Not Modified\r\nTransfer-Encoding: chunked\r\n\r\n' +
    'HTTP/1.1 503 Away\r\nContent-Length: 0\r\n\r\n'

  it.each([1, 2, 3, 7, 1000])('separates responses that arrive in chunks of %i bytes', (size) => {
    const statuses: number[] = []
    const parse = responseParser((status) => statuses.push(status))
    const bytes = Buffer.from(stream)
    for (let at = 0; at < bytes.length; at += size) parse(bytes.subarray(at, at + size))
    expect(statuses).toEqual([200, 404, 304, 304, 503])
  })
})

describe('rounds', () => {
  it('have another order each time, and the first does not count', async () => {
    const order: string[] = []
    const measure = (name: string, value: number) => async () => {
      order.push(name)
      return value
    }
    const samples = await interleaved({ a: measure('a', 1), b: measure('b', 2) }, 2)
    expect(samples).toEqual({ a: [1, 1], b: [2, 2] })
    expect(order).toHaveLength(6)
    expect(new Set([order.slice(2, 4).join(''), order.slice(4).join('')])).toEqual(
      new Set(['ba', 'ab']),
    )
  })

  it('give a ratio that a slow moment of the machine does not move', () => {
    expect(median([3, 1, 2])).toBe(2)
    expect(median([1, 2])).toBe(1.5)
    expect(ratio([50, 5, 50], [100, 10, 100], (rate) => rate)).toBe(0.5)
  })
})

it('the data is 200 comments of different people, half of them Japanese, none too long', () => {
  const { comments } = dataset(Date.now())
  expect(comments).toHaveLength(200)
  expect(comments.filter(({ text }) => /[\u3040-\u30ff]/.test(text))).toHaveLength(100)
  expect(Math.max(...comments.map(({ text }) => [...text].length))).toBeLessThanOrEqual(140)
  expect(new Set(comments.map(({ user }) => user)).size).toBeGreaterThan(100)
})

it('says that a target is not met', () => {
  const printed = table([
    { what: 'one', figure: '1/s', floor: '2/s', ratio: 0.5, target: '≥ 0.8', isMet: false },
    { what: 'two', figure: '2', target: '≤ 3', isMet: true },
  ])
  expect(printed.split('\n').map((line) => line.split('|').at(-2)?.trim())).toEqual([
    'met',
    '-----',
    'NO',
    'yes',
  ])
})
