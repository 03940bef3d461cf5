import { createWriteStream, mkdirSync } from 'node:fs'
import { serviceNames } from '../src/contract/bases.ts'
import { build } from '../harness/local/build.ts'
import { config } from '../src/worker/config/config.ts'
import { localSettings } from './local-settings.ts'
import { reserveState, localState, prepareDatabase } from './local-database.ts'
import { serviceVariable } from '../src/worker/config/variables-schema.ts'
import { localReaders, openFileLimit } from './local-readers.ts'
import { startOpenIdProvider } from '../harness/local/openid-provider.ts'
import { readArguments } from '../harness/local/read-arguments.ts'
import { inProject, stopWith } from '../harness/local/run.ts'
import { keepRunning } from './keep-running.ts'
import { localPort } from './local-port.ts'
import { freePort } from '../harness/local/free-port.ts'
import { isClientDisconnect, serve } from '../harness/local/serve.ts'

const locationVariables = serviceNames.map(serviceVariable)

/** `.dev.vars`, overridden by `*_SERVICE_URL` of the environment. Exits with a sentence for each invalid setting. */
function checkedSettings(): Record<string, string> {
  const said = locationVariables.flatMap((name) =>
    process.env[name] ? [[name, process.env[name]]] : [],
  )
  const settings = { ...localSettings(), ...Object.fromEntries(said) } as Record<string, string>
  const { problems } = config(settings)
  if (problems.length > 0)
    stopWith(`${problems.map(({ sentence }) => sentence).join('\n')}\nSettings are in .dev.vars.`)
  return settings
}

readArguments(
  `npm start serves a demonstration at http://localhost:8787, or PORT. Settings are in .dev.vars.
For a community: npm run serve -- --help`,
  {},
)
reserveState()
const port = await localPort('npm start')
const settings = checkedSettings()

await build()
await prepareDatabase()

// Accounts contain the provider's address, so it keeps its port if possible.
const provider = await startOpenIdProvider({
  port: await freePort(port + 1).catch(() => freePort()),
  redirectUris: ['localhost', '127.0.0.1'].map(
    (host) => `http://${host}:${port}/auth/social/callback`,
  ),
})

mkdirSync(inProject('.wrangler'), { recursive: true })
const log = createWriteStream(inProject('.wrangler/start.log'), { mode: 0o600 })
const app = await serve({
  port,
  persistTo: localState,
  maxOpenFiles: openFileLimit(),
  edge: { isLocalOnly: true },
  vars: {
    PUBLIC_ORIGIN: `http://localhost:${port}`,
    SOCIAL_ISSUER: provider.issuer,
    SOCIAL_CLIENT_ID: provider.clientId,
    SOCIAL_CLIENT_SECRET: provider.clientSecret,
    ...settings,
    LIMITS: `${localReaders()} ${settings['LIMITS'] ?? ''}`,
  },
  log(line, level) {
    log.write(`${line}\n`)
    if (level === 'error' && !isClientDisconnect(line)) console.error(line)
  },
})

await keepRunning(
  app,
  port,
  () => Promise.all([app.stop(), provider.stop()]),
  'The server process (workerd) has ended and did not restart. Start again with npm start; the reason may be in .wrangler/start.log.',
)

console.log(`Site    http://localhost:${port}`)
console.log(`Outbox  http://localhost:${port}/dev/outbox`)
// Remote services send their own mails.
if (serviceNames.some((name) => settings[serviceVariable(name)]))
  console.log('        Remote services keep their mail in their own outbox.')
console.log('Press Ctrl-C to stop. Requests are logged in .wrangler/start.log')
