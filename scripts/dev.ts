import { spawn } from 'node:child_process'
import { root } from '../harness/local/run.ts'
import { endWithParent } from '../harness/local/workerd.ts'
import { reserveState } from './local-database.ts'
import { localSettings } from './local-settings.ts'

const port = process.env['PORT'] || '8787'

reserveState()
localSettings()

// Ctrl-C reaches Astro directly.
process.on('SIGINT', () => {})
process.on('disconnect', () => process.exit(1))
const address = ['--host', '127.0.0.1', '--port', port]
const astro = spawn('astro', ['dev', ...address, ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
})
endWithParent(astro, 'TERM')
astro.on('exit', (code) => process.exit(code ?? 1))
