/**
 * Measures the project against its floors in one run and prints the table of `docs/performance.md`. Exit status 1 when a
 * measurement failed; a target that is not met is only said.
 *
 *   npm run bench                    everything, about eight minutes
 *   npm run bench -- --quick         one short round of everything
 *   npm run bench -- home post       some rows
 *   npm run bench -- growth-site     rows that are measured only when they are named
 *   npm run bench -- --dist <folder> another build, such as one from before a change
 */
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { build } from '../harness/local/build.ts'
import { stopWith } from '../harness/local/run.ts'
import { startApp } from '../harness/app.ts'
import { startCountedApp } from './costs.ts'
import { pinSelf } from './processes.ts'
import { browserRows } from './rows/browser.ts'
import { coldRows } from './rows/cold.ts'
import { growthRows } from './rows/growth.ts'
import { growthSiteRows } from './rows/growth-site.ts'
import { homeRows } from './rows/home.ts'
import { liveRows } from './rows/live.ts'
import { memoryRows } from './rows/memory.ts'
import { navigationRows } from './rows/navigation.ts'
import { postRows } from './rows/post.ts'
import { scaleRows } from './rows/scale.ts'
import { sizeRows } from './rows/sizes.ts'
import { startRows } from './rows/start.ts'
import { startPinned, startStack, type PinnedApp, type Stack } from './stack.ts'
import { table, type Row } from './table.ts'

/** The rows to measure, and their duration. */
export interface Bench {
  /** The build, where it is not the project's own. */
  serving: { dist?: string }
  isQuick: boolean
  rounds: number
  /** Of one run of load. */
  seconds: number
  /** Posts of one run. */
  posts: number
  /** The rows of some steps, in turn; a step that fails costs only its own. */
  each(...steps: (() => Promise<Row[]>)[]): Promise<Row[]>
}

/** A measurement of an app with its own data. */
export interface AppBench extends Bench, PinnedApp {}

/** A measurement against the floors. */
export interface StackBench extends Bench {
  stack: Stack
}

/** Gives a group of rows a stack of its own: posts of another group would change what it reads. */
const onStack = (measure: (bench: StackBench) => Promise<Row[]>) => async (bench: Bench) => {
  const stack = await startStack(bench.serving)
  try {
    return await measure({ ...bench, stack })
  } finally {
    await stack.stop()
  }
}

/** Gives a group of rows an app of its own, without floors. */
const onApp =
  (measure: (bench: AppBench) => Promise<Row[]>, start?: typeof startApp) =>
  async (bench: Bench) => {
    const pinned = await startPinned({ serving: bench.serving }, start)
    try {
      return await measure({ ...bench, ...pinned })
    } finally {
      await pinned.app.stop()
    }
  }

const groups: Record<string, (bench: Bench) => Promise<Row[]>> = {
  home: onStack(homeRows),
  cold: onStack(coldRows),
  post: onStack(postRows),
  sizes: onStack(sizeRows),
  browser: onStack(browserRows),
  navigation: onStack(navigationRows),
  growth: onApp(growthRows, startCountedApp),
  'growth-site': onApp(growthSiteRows, startCountedApp),
  live: onApp(liveRows),
  scale: onApp(scaleRows, startCountedApp),
  memory: memoryRows,
  start: startRows,
}

/** Too long to be measured with the others. */
const ONLY_NAMED = ['growth-site']

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false }, dist: { type: 'string' } },
})
const unknown = positionals.find((name) => !(name in groups))
if (unknown) stopWith(`There are no rows '${unknown}', only ${Object.keys(groups).join(', ')}.`)

if (!values.dist) await build()
pinSelf()
const serving = values.dist ? { dist: values.dist } : {}
const rows: Row[] = []
const failures = new Set<string>()
let current = ''
const fail = (error: unknown) =>
  failures.add(`${current}: ${error instanceof Error ? error.stack : error}`)
// A promise that rejects before it is awaited costs no other rows.
process.on('unhandledRejection', fail)

async function each(...steps: (() => Promise<Row[]>)[]): Promise<Row[]> {
  const rows: Row[] = []
  for (const step of steps) await step().then((more) => rows.push(...more), fail)
  return rows
}

const bench: Bench = values.quick
  ? { serving, each, isQuick: true, rounds: 1, seconds: 1, posts: 150 }
  : { serving, each, isQuick: false, rounds: 5, seconds: 2, posts: 900 }
const startedAt = performance.now()
for (const [name, measure] of Object.entries(groups)) {
  if (positionals.length > 0 ? !positionals.includes(name) : ONLY_NAMED.includes(name)) continue
  console.error(`${Math.round((performance.now() - startedAt) / 1000)} s: ${name}`)
  current = name
  rows.push(...(await each(() => measure(bench))))
}
console.log(table(rows))
console.log(
  `\nLoad of the machine afterwards: ${loadavg()
    .map((one) => one.toFixed(1))
    .join(' ')}`,
)
for (const failure of failures) console.error(`failed: ${failure}`)
process.exit(failures.size > 0 ? 1 : 0)
