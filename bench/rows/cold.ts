import { get, getCold, load } from '../load.ts'
import { interleaved } from '../rounds.ts'
import type { StackBench } from '../run.ts'
import { rawHome } from '../stack.ts'
import { rateRow, type Row } from '../table.ts'

/** Cache misses: the home page read from D1 and rendered for every request. */
export async function coldRows({ stack, rounds, seconds }: StackBench): Promise<Row[]> {
  const { rows, port } = stack
  const connections = 50
  // A rendered page contains the origin of its request.
  for (const host of ['localhost:1', 'localhost:2'])
    if (!(await rawHome(port, { Host: host })).body.includes(host))
      throw new Error('a page under another origin was not rendered again')
  const { d1, cold } = await interleaved(
    {
      d1: () => load({ port: rows.port, connections, seconds, requests: [get('/')] }),
      cold: () => load({ port, connections, seconds, requests: [getCold('/')] }),
    },
    rounds,
  )
  return [rateRow('home, cold (D1 + render); 200 rows of D1 in the same stack', cold, d1, '≥ 0.5')]
}
