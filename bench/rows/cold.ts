import { get, getCold, load, type Measured } from '../load.ts'
import { interleaved, medianOf, ratio } from '../rounds.ts'
import type { StackBench } from '../run.ts'
import { short, type Row } from '../table.ts'

const rate = ({ rate }: Measured) => rate

/** Cache misses: the home page read from D1 and rendered for every request. */
export async function coldRows({ stack, rounds, seconds }: StackBench): Promise<Row[]> {
  const { floors, plainPort, pid } = stack
  const connections = 50
  await assertRendered(plainPort)
  const samples = await interleaved(
    {
      d1: () => load({ port: floors.rows, connections, seconds, requests: [get('/')] }, floors.pid),
      cold: () => load({ port: plainPort, connections, seconds, requests: [getCold('/')] }, pid),
    },
    rounds,
  )
  const toD1 = ratio(samples.cold, samples.d1, rate)
  const figure = `${short(medianOf(samples.cold, rate))}/s`
  return [
    {
      what: 'home, cold (D1 + render)',
      figure,
      floor: `200 rows of D1 in the same stack ${short(medianOf(samples.d1, rate))}/s`,
      ratio: toD1,
      target: '≥ 0.6',
      isMet: toD1 >= 0.6,
    },
  ]
}

/** Asserts a cache miss: the page contains the origin of this request. */
async function assertRendered(port: number): Promise<void> {
  const { request } = await import('node:http')
  for (const host of ['localhost:1', 'localhost:2']) {
    const page = await new Promise<string>((resolve, reject) => {
      const asked = request(
        { port, host: '127.0.0.1', path: '/', headers: { Host: host } },
        (response) => {
          let text = ''
          response.on('data', (data) => (text += data)).on('end', () => resolve(text))
        },
      )
      asked.on('error', reject).end()
    })
    if (!page.includes(host)) throw new Error('a page under another origin was not rendered again')
  }
}
