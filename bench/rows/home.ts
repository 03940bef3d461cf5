import { get, load, type Measured } from '../load.ts'
import { interleaved, middle, ratio } from '../rounds.ts'
import type { Bench } from '../run.ts'
import { short, type Row } from '../table.ts'

const rate = ({ rate }: Measured) => rate
const cpu = ({ cpuPerThousand }: Measured) => cpuPerThousand

/** The header that every browser sends, so that the server compresses. */
const BROWSER = { 'Accept-Encoding': 'gzip, deflate, br, zstd' }

/** The home page from memory: straight into the worker, and through what `npm start` puts before it. */
export async function homeRows({ stack, rounds, seconds }: Bench): Promise<Row[]> {
  const { floors, port, plainPort, pid } = stack
  const connections = 50
  const hot =
    (port: number, pid: number | undefined, headers = {}) =>
    () =>
      load({ port, connections, seconds, requests: [get('/', headers)] }, pid)
  const samples = await interleaved(
    {
      ok: hot(floors.ok, floors.pid, BROWSER),
      memory: hot(floors.page, floors.pid),
      plain: hot(plainPort, pid),
      start: hot(port, pid, BROWSER),
    },
    rounds,
  )
  const byRate = ratio(samples.plain, samples.memory, rate)
  const cpuPerThousand = middle(samples.plain, cpu)
  const byStart = ratio(samples.start, samples.ok, rate)
  return [
    {
      what: 'home, hot, plain workerd',
      figure: `${short(middle(samples.plain, rate))}/s`,
      floor: `same bytes from memory ${short(middle(samples.memory, rate))}/s`,
      ratio: byRate,
      target: '≥ 0.85',
      isMet: byRate >= 0.85,
    },
    {
      what: 'home, hot: CPU s per 1,000',
      figure: short(cpuPerThousand),
      floor: `same bytes from memory ${short(middle(samples.memory, cpu))}`,
      ratio: ratio(samples.plain, samples.memory, cpu),
      target: '≤ 0.06 s',
      isMet: Number.isNaN(cpuPerThousand) ? undefined : cpuPerThousand <= 0.06,
    },
    {
      what: 'home, hot, through npm start',
      figure: `${short(middle(samples.start, rate))}/s`,
      floor: `'ok' in the same stack ${short(middle(samples.ok, rate))}/s`,
      ratio: byStart,
      target: '≥ 0.8',
      isMet: byStart >= 0.8,
    },
    generatorRow(Object.values(samples).flat()),
  ]
}

/** True when the generator, not the server, limits the rates. */
function generatorRow(samples: Measured[]): Row {
  const most = Math.max(...samples.map(({ generatorShare }) => generatorShare))
  return {
    what: 'load generator, busiest run',
    figure: `${Math.round(most * 100)} % of a core`,
    target: '< 90 %, else rates are too low',
    isMet: most < 0.9,
  }
}
