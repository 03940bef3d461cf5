import { reserveState } from './local-database.ts'
import { localSettings } from './local-settings.ts'
import { run } from '../harness/local/run.ts'

const port = process.env['PORT'] || '8787'

reserveState()
localSettings()

// Ctrl-C reaches Astro directly.
process.on('SIGINT', () => {})
const address = ['--host', '127.0.0.1', '--port', port]
process.exit(await run('astro', ['dev', ...address, ...process.argv.slice(2)]))
