import { loadavg } from 'node:os'
import { build } from '../harness/local/build.ts'
import { readArguments } from '../harness/local/read-arguments.ts'
import { stopWith } from '../harness/local/run.ts'
import { pinSelf } from './processes.ts'
import { browserRows } from './rows/browser.ts'
import { coldRows } from './rows/cold.ts'
import { homeRows } from './rows/home.ts'
import { liveRows } from './rows/live.ts'
import { peerRows } from './rows/peers.ts'
import { postRows } from './rows/post.ts'
import { startPinned, startStack, type Stack } from './stack.ts'
import { table, type Row } from './table.ts'

const usage = `Measures the project against its floors and prints the table of docs/performance.md. Exits with 1 when a
measurement failed, not for a missed target.
npm run bench                 everything, about six minutes
npm run bench -- --quick      one short round of everything
npm run bench -- home post    some rows
npm run bench -- peers        beside a minimal Next.js app, which it installs
npm run bench -- --dist <folder>   another build, for example of an earlier commit`

export interface Bench {
  serving: { dist?: string }
  isQuick: boolean
  rounds: number
  seconds: number
  posts: number
}

export interface StackBench extends Bench {
  stack: Stack
}

/** A separate stack per group, since posts of one group would change the reads of another. */
const onStack = (measure: (bench: StackBench) => Promise<Row[]>) => async (bench: Bench) => {
  const stack = await startStack(bench.serving)
  try {
    return await measure({ ...bench, stack })
  } finally {
    await stack.stop()
  }
}

const groups: Record<string, (bench: Bench) => Promise<Row[]>> = {
  home: onStack(homeRows),
  cold: onStack(coldRows),
  post: onStack(postRows),
  browser: onStack(browserRows),
  peers: onStack(peerRows),
  live: async (bench) => {
    const app = await startPinned(bench.serving)
    try {
      return await liveRows(app, bench)
    } finally {
      await app.stop()
    }
  },
}

const { values, positionals } = readArguments(usage, {
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false }, dist: { type: 'string' } },
})
const unknown = positionals.find((name) => !(name in groups))
if (unknown) stopWith(`There are no rows '${unknown}', only ${Object.keys(groups).join(', ')}.`)

if (!values.dist) await build()
pinSelf()
const serving = values.dist ? { dist: values.dist } : {}
const bench: Bench = values.quick
  ? { serving, isQuick: true, rounds: 1, seconds: 1, posts: 150 }
  : { serving, isQuick: false, rounds: 5, seconds: 2, posts: 900 }
const rows: Row[] = []
const failures: string[] = []
const startedAt = performance.now()
for (const [name, measure] of Object.entries(groups)) {
  if (positionals.length > 0 ? !positionals.includes(name) : name === 'peers') continue
  console.error(`${Math.round((performance.now() - startedAt) / 1000)} s: ${name}`)
  try {
    rows.push(...(await measure(bench)))
  } catch (error) {
    failures.push(`${name}: ${error instanceof Error ? error.stack : error}`)
  }
}
console.log(table(rows))
const load = loadavg().map((average) => average.toFixed(1))
console.log(`\nLoad of the machine afterwards: ${load.join(' ')}`)
for (const failure of failures) console.error(`failed: ${failure}`)
process.exit(failures.length > 0 ? 1 : 0)
