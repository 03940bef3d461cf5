import { holdState } from './local-database.ts'
import { localSettings } from './local-settings.ts'
import { run, stopWith } from '../harness/local/run.ts'

const port = process.env['PORT'] || '8787'

if (!holdState())
  stopWith('Another npm start or npm run dev uses the data of this folder. Stop it first.')
localSettings()

// Ctrl-C reaches Astro directly.
process.on('SIGINT', () => {})
const address = ['--host', '127.0.0.1', '--port', port]
process.exit(await run('astro', ['dev', ...address, ...process.argv.slice(2)]))
