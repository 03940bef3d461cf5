import { spawn } from 'node:child_process'
import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../harness/local/free-port.ts'
import { inProject, output } from '../harness/local/run.ts'
import type { mixedPosts } from '../harness/posts.ts'
import { until } from '../harness/until.ts'
import type { Floor } from './floors.ts'
import { pinServer } from './processes.ts'

const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' }

/** Installs and builds `bench/peers/next`, which needs npm's registry, and serves it with the posts in memory. */
export async function startNext(posts: ReturnType<typeof mixedPosts>): Promise<Floor> {
  const cwd = inProject('node_modules/.cache/next-peer')
  await cp(inProject('bench/peers/next'), cwd, { recursive: true })
  await writeFile(join(cwd, 'app/posts.json'), JSON.stringify(posts))
  await output('npm', ['install', '--no-audit', '--no-fund'], { cwd, env })
  const next = join(cwd, 'node_modules/next/dist/bin/next')
  await output(process.execPath, [next, 'build'], { cwd, env })
  const port = await freePort()
  const args = [next, 'start', '-H', '127.0.0.1', '-p', String(port)]
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] })
  const exit = new Promise<void>((resolve) => child.on('exit', () => resolve()))
  const stop = async () => {
    child.kill()
    await exit
  }
  const isUp = () =>
    fetch(`http://127.0.0.1:${port}/`).then(
      ({ ok }) => ok,
      () => false,
    )
  await until(isUp).catch(async (error: Error) => {
    await stop()
    throw error
  })
  pinServer(child.pid!)
  return { port, stop }
}
