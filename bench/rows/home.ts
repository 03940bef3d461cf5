import type { Loaded } from '../generator.ts'
import { get, load } from '../load.ts'
import { interleaved, medianOf, ratio } from '../rounds.ts'
import type { StackBench } from '../run.ts'
import { BROWSER } from '../stack.ts'
import { comparedRow, short, type Row } from '../table.ts'

const rate = ({ rate }: Loaded) => rate

export async function homeRows({ stack, rounds, seconds }: StackBench): Promise<Row[]> {
  const hot = (port: number) => () =>
    load({ port, connections: 50, seconds, requests: [get('/', BROWSER)] })
  const samples = await interleaved(
    { packed: hot(stack.page.port), start: hot(stack.port) },
    rounds,
  )
  return [
    comparedRow(
      'home, hot, npm start; same bytes and headers',
      `${short(medianOf(samples.start, rate))}/s`,
      `${short(medianOf(samples.packed, rate))}/s`,
      ratio(samples.start, samples.packed, rate),
      '≥ 0.7',
    ),
  ]
}
