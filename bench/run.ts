/**
 * Measures the project beside its floors in one run and prints the table of `docs/performance.md`. Exit status 1 when a
 * measurement failed; a target that is not met is only said.
 *
 *   npm run bench                    everything, about eight minutes
 *   npm run bench -- --quick         one short round of everything
 *   npm run bench -- home post       some rows
 *   npm run bench -- --dist <folder> another build, such as one from before a change
 */
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { build } from '../harness/local/build.ts'
import { stopWith } from '../harness/local/run.ts'
import { browserRows } from './rows/browser.ts'
import { coldRows } from './rows/cold.ts'
import { growthRows } from './rows/growth.ts'
import { homeRows } from './rows/home.ts'
import { liveRows } from './rows/live.ts'
import { memoryRows } from './rows/memory.ts'
import { postRows } from './rows/post.ts'
import { sizeRows } from './rows/sizes.ts'
import { startRows } from './rows/start.ts'
import { startStack, type Stack } from './stack.ts'
import { table, type Row } from './table.ts'

/** Resources and duration of a measurement. */
export interface Bench {
  stack: Stack
  isQuick: boolean
  rounds: number
  /** Of one run of load. */
  seconds: number
  /** Posts of one run. */
  posts: number
}

const groups: Record<string, (bench: Bench) => Promise<Row[]>> = {
  home: homeRows,
  cold: coldRows,
  post: postRows,
  sizes: sizeRows,
  browser: browserRows,
  growth: growthRows,
  live: liveRows,
  memory: memoryRows,
  start: startRows,
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false }, dist: { type: 'string' } },
})
const unknown = positionals.find((name) => !(name in groups))
if (unknown) stopWith(`There are no rows '${unknown}', only ${Object.keys(groups).join(', ')}.`)

if (!values.dist) await build()
const stack = await startStack(values.dist)
const bench: Bench = values.quick
  ? { stack, isQuick: true, rounds: 1, seconds: 1, posts: 150 }
  : { stack, isQuick: false, rounds: 5, seconds: 2, posts: 900 }
const rows: Row[] = []
const failures: string[] = []
const startedAt = performance.now()
for (const [name, measure] of Object.entries(groups)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  console.error(`${Math.round((performance.now() - startedAt) / 1000)} s: ${name}`)
  try {
    rows.push(...(await measure(bench)))
  } catch (error) {
    failures.push(`${name}: ${error instanceof Error ? error.stack : error}`)
  }
}
await stack.stop()
console.log(table(rows))
console.log(
  `\nLoad of the machine afterwards: ${loadavg()
    .map((one) => one.toFixed(1))
    .join(' ')}`,
)
for (const failure of failures) console.error(`failed: ${failure}`)
process.exit(failures.length > 0 ? 1 : 0)
