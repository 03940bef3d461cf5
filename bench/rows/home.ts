import { get, load, type Measured } from '../load.ts'
import { interleaved, medianOf, ratio } from '../rounds.ts'
import type { StackBench } from '../run.ts'
import { BROWSER } from '../stack.ts'
import { comparedRow, row, short, type Row } from '../table.ts'

const rate = ({ rate }: Measured) => rate
const cpu = ({ cpuPerThousand }: Measured) => cpuPerThousand

export async function homeRows({ stack, rounds, seconds }: StackBench): Promise<Row[]> {
  const { page, port, plainPort, pid } = stack
  const connections = 50
  const hot =
    (port: number, pid: number | undefined, headers = {}) =>
    () =>
      load({ port, connections, seconds, requests: [get('/', headers)] }, pid)
  const samples = await interleaved(
    {
      memory: hot(page.port, page.pid),
      packed: hot(page.port, page.pid, BROWSER),
      plain: hot(plainPort, pid),
      start: hot(port, pid, BROWSER),
    },
    rounds,
  )
  const plain = ['plain', 'memory', 'same bytes from memory'] as const
  const start = ['start', 'packed', 'same bytes and headers'] as const
  const compare = (
    what: string,
    [ours, floor, label]: typeof plain | typeof start,
    of: (sample: Measured) => number,
    target: string,
  ) => {
    const [figure, floorFigure] = [samples[ours], samples[floor]].map(
      (measured) => short(medianOf(measured, of)) + (of === rate ? '/s' : ''),
    )
    const share = ratio(samples[ours], samples[floor], of)
    return comparedRow(what, figure!, `${label} ${floorFigure}`, share, target)
  }
  const shares = Object.values(samples).flatMap((all) => all.map((one) => one.generatorShare))
  const busiest = Math.max(...shares) * 100
  return [
    compare('home, hot, plain workerd', plain, rate, '≥ 0.95'),
    compare('home, hot: CPU s per 1,000', plain, cpu, '≤ 1.05'),
    compare('home, hot, through npm start', start, rate, '≥ 0.9'),
    compare('home, hot, through npm start: CPU s per 1,000', start, cpu, '(for comparison)'),
    row(
      'load generator, busiest run',
      busiest,
      `${Math.round(busiest)} % of a core`,
      '< 90 %, else rates are too low',
    ),
  ]
}
