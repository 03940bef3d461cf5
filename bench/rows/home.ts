import type { Loaded } from '../generator.ts'
import { get, load } from '../load.ts'
import { interleaved, medianOf, ratio } from '../rounds.ts'
import type { StackBench } from '../run.ts'
import { BROWSER } from '../stack.ts'
import { comparedRow, row, short, type Row } from '../table.ts'

const rate = ({ rate }: Loaded) => rate

export async function homeRows({ stack, rounds, seconds }: StackBench): Promise<Row[]> {
  const { page, port, plainPort } = stack
  const connections = 50
  const hot =
    (port: number, headers = {}) =>
    () =>
      load({ port, connections, seconds, requests: [get('/', headers)] })
  const samples = await interleaved(
    {
      memory: hot(page.port),
      packed: hot(page.port, BROWSER),
      plain: hot(plainPort),
      start: hot(port, BROWSER),
    },
    rounds,
  )
  type Name = keyof typeof samples
  const compare = (what: string, ours: Name, floor: Name, target: string) => {
    const [figure = '', floorFigure = ''] = [samples[ours], samples[floor]].map(
      (measured) => `${short(medianOf(measured, rate))}/s`,
    )
    const share = ratio(samples[ours], samples[floor], rate)
    return comparedRow(what, figure, floorFigure, share, target)
  }
  const shares = Object.values(samples).flatMap((all) => all.map((one) => one.generatorShare))
  const busiest = Math.max(...shares) * 100
  return [
    compare('home, hot, plain workerd; same bytes', 'plain', 'memory', '≥ 0.95'),
    compare('home, hot, npm start; same bytes and headers', 'start', 'packed', '≥ 0.7'),
    row(
      'load generator, busiest run',
      busiest,
      `${Math.round(busiest)} % of a core`,
      '< 90 %, else rates are too low',
    ),
  ]
}
