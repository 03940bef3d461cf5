import { spawn, type ChildProcess } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'

/** Ends a process with this one, however it ends: a shell waits for the end of a pipe. */
export function endWithParent(child: ChildProcess, signal: 'KILL' | 'TERM'): void {
  const watch = spawn('sh', ['-c', `read -r _; kill -${signal} ${child.pid}`], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watch.on('error', () => undefined)
  watch.unref()
  ;(watch.stdin as Socket).unref()
  child.once('exit', () => watch.kill())
}

/** The newest workerd of this process; Miniflare replaces a crashed one. */
export let workerdId: number | undefined

subscribe('child_process', (message) => {
  const { process } = message as { process: ChildProcess }
  // `spawnfile` is set by then.
  process.once('spawn', () => {
    if (!process.spawnfile.includes('workerd')) return
    workerdId = process.pid
    endWithParent(process, 'KILL')
  })
})
