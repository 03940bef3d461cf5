import { homeFrom } from '../load.ts'
import { interleaved } from '../rounds.ts'
import type { StackBench } from '../run.ts'
import { rateRow, type Row } from '../table.ts'

export async function homeRows({ stack, rounds, seconds }: StackBench): Promise<Row[]> {
  const { packed, start } = await interleaved(
    { packed: homeFrom(stack.page.port, seconds), start: homeFrom(stack.port, seconds) },
    rounds,
  )
  return [rateRow('home, hot, npm start; same bytes and headers', start, packed, '≥ 0.7')]
}
