import type { Loaded } from '../generator.ts'
import { get, getCold, load } from '../load.ts'
import { interleaved, medianOf, ratio } from '../rounds.ts'
import type { StackBench } from '../run.ts'
import { rawHome } from '../stack.ts'
import { comparedRow, short, type Row } from '../table.ts'

const rate = ({ rate }: Loaded) => rate

/** Cache misses: the home page read from D1 and rendered for every request. */
export async function coldRows({ stack, rounds, seconds }: StackBench): Promise<Row[]> {
  const { rows, port } = stack
  const connections = 50
  // A rendered page contains the origin of its request.
  for (const host of ['localhost:1', 'localhost:2'])
    if (!(await rawHome(port, { Host: host })).body.includes(host))
      throw new Error('a page under another origin was not rendered again')
  const samples = await interleaved(
    {
      d1: () => load({ port: rows.port, connections, seconds, requests: [get('/')] }),
      cold: () => load({ port, connections, seconds, requests: [getCold('/')] }),
    },
    rounds,
  )
  return [
    comparedRow(
      'home, cold (D1 + render)',
      `${short(medianOf(samples.cold, rate))}/s`,
      `200 rows of D1 in the same stack ${short(medianOf(samples.d1, rate))}/s`,
      ratio(samples.cold, samples.d1, rate),
      '≥ 0.5',
    ),
  ]
}
