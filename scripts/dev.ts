import { spawn } from 'node:child_process'
import { root } from '../harness/local/run.ts'
import { endWithParent } from '../harness/local/workerd.ts'
import { MINUTE_MS } from '../src/domain/durations.ts'
import { ensureBindingTypes } from './check.ts'
import { reserveState } from './local-database.ts'
import { localPort } from './local-port.ts'
import { localSettings } from './local-settings.ts'

const port = await localPort('npm run dev')
reserveState()
localSettings()
// For editors; a change of the lock file or of bindings makes them stale.
await ensureBindingTypes()

// Ctrl-C reaches Astro directly.
process.on('SIGINT', () => {})
process.on('disconnect', () => process.exit(1))
const address = ['--host', '127.0.0.1', '--port', String(port)]
const astro = spawn('astro', ['dev', ...address, ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
})
endWithParent(astro, 'TERM')
astro.on('exit', (code) => process.exit(code ?? 1))
// The scheduled jobs, which Astro does not run.
const runJobs = () => fetch(`http://127.0.0.1:${port}/cdn-cgi/local/scheduled`).catch(() => {})
setInterval(runJobs, MINUTE_MS)
