import { get, load, type Measured } from '../load.ts'
import { interleaved, medianOf, ratio } from '../rounds.ts'
import type { StackBench } from '../run.ts'
import { BROWSER } from '../stack.ts'
import { short, type Row } from '../table.ts'

const rate = ({ rate }: Measured) => rate
const cpu = ({ cpuPerThousand }: Measured) => cpuPerThousand

export async function homeRows({ stack, rounds, seconds }: StackBench): Promise<Row[]> {
  const { floors, port, plainPort, pid } = stack
  const connections = 50
  const hot =
    (port: number, pid: number | undefined, headers = {}) =>
    () =>
      load({ port, connections, seconds, requests: [get('/', headers)] }, pid)
  const samples = await interleaved(
    {
      memory: hot(floors.page, floors.pid),
      packed: hot(floors.page, floors.pid, BROWSER),
      plain: hot(plainPort, pid),
      start: hot(port, pid, BROWSER),
    },
    rounds,
  )
  const byRate = ratio(samples.plain, samples.memory, rate)
  const byCpu = ratio(samples.plain, samples.memory, cpu)
  const byStart = ratio(samples.start, samples.packed, rate)
  return [
    {
      what: 'home, hot, plain workerd',
      figure: `${short(medianOf(samples.plain, rate))}/s`,
      floor: `same bytes from memory ${short(medianOf(samples.memory, rate))}/s`,
      ratio: byRate,
      target: '≥ 0.95',
      isMet: byRate >= 0.95,
    },
    {
      what: 'home, hot: CPU s per 1,000',
      figure: short(medianOf(samples.plain, cpu)),
      floor: `same bytes from memory ${short(medianOf(samples.memory, cpu))}`,
      ratio: byCpu,
      target: '≤ 1.05',
      isMet: Number.isNaN(byCpu) ? undefined : byCpu <= 1.05,
    },
    {
      what: 'home, hot, through npm start',
      figure: `${short(medianOf(samples.start, rate))}/s`,
      floor: `same bytes and headers ${short(medianOf(samples.packed, rate))}/s`,
      ratio: byStart,
      target: '≥ 0.9',
      isMet: byStart >= 0.9,
    },
    {
      what: 'home, hot, through npm start: CPU s per 1,000',
      figure: short(medianOf(samples.start, cpu)),
      floor: `same bytes and headers ${short(medianOf(samples.packed, cpu))}`,
      ratio: ratio(samples.start, samples.packed, cpu),
      target: '(for comparison)',
    },
    generatorRow(Object.values(samples).flat()),
  ]
}

/** Whether the generator, not the server, was the bottleneck. */
function generatorRow(samples: Measured[]): Row {
  const most = Math.max(...samples.map(({ generatorShare }) => generatorShare))
  return {
    what: 'load generator, busiest run',
    figure: `${Math.round(most * 100)} % of a core`,
    target: '< 90 %, else rates are too low',
    isMet: most < 0.9,
  }
}
