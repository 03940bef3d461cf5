// Runs on Node 20 or later with nothing installed: installs the lock file, then starts the script on the project's own
// Node, which runs TypeScript.
// node scripts/bootstrap.mjs scripts/start.ts [arguments]
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Compares npm's record of the installation with the lock file. */
function isInstalled() {
  const record = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(record) || !existsSync(join(root, 'node_modules/node/bin/node'))) return false
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages
  const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  return Object.entries(locked).every(
    ([path, entry]) =>
      path === '' ||
      (installed[path] ? installed[path].version === entry.version : entry.optional === true),
  )
}

function install() {
  console.log('Installing the dependencies (once, about a minute)…')
  // Development dependencies are needed whatever NODE_ENV or npm's settings say.
  const { status, error } = spawnSync(
    'npm',
    ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'],
    { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] },
  )
  if (status === 0) return
  console.error(error ? `npm could not be run: ${error.message}` : 'npm ci did not finish.')
  process.exit(1)
}

const [script, ...args] = process.argv.slice(2)
if (!isInstalled()) install()

const env = {
  ...process.env,
  PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter),
  ASTRO_TELEMETRY_DISABLED: '1',
  WRANGLER_SEND_METRICS: 'false',
  // Without it Wrangler asks npm for updates.
  WRANGLER_HIDE_BANNER: 'true',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  // Wrangler alone has 15 MB of code, and a deployment starts it a dozen times.
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
}
delete env.NODE_ENV

// Node warns that its SQLite, which the backup uses, is experimental.
const options = ['--disable-warning=ExperimentalWarning']
const child = spawn(join(root, 'node_modules/node/bin/node'), [...options, script, ...args], {
  cwd: root,
  env,
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
})
// Ctrl-C reaches the child directly; this process waits for it.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => child.kill('SIGTERM'))
// A server ends when its channel does, also when npm is killed.
const npm = process.env.npm_lifecycle_event && process.ppid
if (npm) setInterval(() => process.ppid !== npm && child.connected && child.disconnect(), 1000)
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
