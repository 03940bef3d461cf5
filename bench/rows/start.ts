import { spawn } from 'node:child_process'
import { MINUTE_MS } from '../../src/domain/durations.ts'
import { inProject, root } from '../../harness/local/run.ts'
import { freePort } from '../../harness/local/free-port.ts'
import { beforeEnd, changing } from '../changed-file.ts'
import { unpin } from '../processes.ts'
import { median } from '../rounds.ts'
import type { Bench } from '../run.ts'
import { short, type Row } from '../table.ts'

const MAX_MS = MINUTE_MS
const PAGE = 'src/pages/[locale]/index.astro'

/** Duration of the two everyday commands, from the command to the first whole page. */
export async function startRows({ isQuick }: Bench): Promise<Row[]> {
  const start = await timed('start', async () => {})
  const reloads: number[] = []
  const dev = await timed('dev', async (origin) => {
    await changing(inProject(PAGE), async (write) => {
      for (let round = 0; round < (isQuick ? 2 : 5); round++) {
        const change = `<!-- change ${round} -->`
        const changedAt = performance.now()
        write((source) => `${source}${change}\n`)
        while (!(await page(origin)).includes(change)) {
          if (performance.now() - changedAt > MAX_MS) throw new Error('the change is not shown')
          await pause()
        }
        reloads.push(performance.now() - changedAt)
      }
    })
  })
  const seconds = (ms: number) => `${short(ms / 1000)} s`
  return [
    {
      what: 'npm start on a warm clone, to the first page',
      figure: seconds(start),
      target: '≤ 10 s',
      isMet: start <= 10_000,
    },
    {
      what: 'npm run dev, to the first page',
      figure: seconds(dev),
      target: '≤ 8 s',
      isMet: dev <= 8_000,
    },
    {
      what: 'npm run dev: from a change of the page until it is shown',
      figure: seconds(median(reloads)),
      target: '≤ 0.5 s',
      isMet: median(reloads) <= 500,
    },
  ]
}

/** Runs an npm script until its first page, then something more. @returns milliseconds until that page */
async function timed(script: string, then: (origin: string) => Promise<void>): Promise<number> {
  const port = await freePort()
  const startedAt = performance.now()
  const child = spawn('npm', ['run', script], {
    cwd: root,
    env: { ...process.env, PORT: String(port) },
    stdio: 'ignore',
    detached: true,
  })
  if (child.pid) unpin(child.pid)
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()))
  // The whole group: npm, the bootstrap, the server and workerd.
  const stop = beforeEnd(() => {
    if (child.pid && child.exitCode === null) process.kill(-child.pid, 'SIGINT')
  })
  const origin = `http://127.0.0.1:${port}`
  try {
    for (;;) {
      if (await page(origin).then(Boolean, () => false)) break
      if (child.exitCode !== null || performance.now() - startedAt > MAX_MS)
        throw new Error(`npm run ${script} serves no page`)
      await pause()
    }
    const took = performance.now() - startedAt
    await then(origin)
    return took
  } finally {
    stop()
    await ended
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 50))

async function page(origin: string): Promise<string> {
  const response = await fetch(origin)
  const text = await response.text()
  if (response.status !== 200 || !text.includes('</html>')) throw new Error(String(response.status))
  return text
}
