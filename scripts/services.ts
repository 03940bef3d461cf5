import { buildServices } from '../harness/local/build-services.ts'
import { checkedSettings } from './checked-settings.ts'
import { prepareDatabase } from './local-database.ts'
import { localPort } from './local-port.ts'
import { localReaders } from './local-readers.ts'
import { inProject } from '../harness/local/run.ts'
import { keepRunning } from './keep-running.ts'
import { serve } from '../harness/local/serve.ts'
import { serviceBases, serviceNames } from '../src/contract/bases.ts'

const port = await localPort(8790, 'npm run services')
const settings = checkedSettings()
const state = inProject('.wrangler/services/v3')

await buildServices()
await prepareDatabase(state)

const app = await serve({
  what: 'services',
  port,
  persistTo: state,
  vars: { ...localReaders(), ...settings },
})

await keepRunning(
  app,
  port,
  () => app.stop(),
  'The server process (workerd) has ended and did not restart. Start again with npm run services.',
)

console.log(`Services running. Outbox: http://localhost:${port}/dev/outbox`)
console.log('Start a site that uses them with:')
for (const name of serviceNames) {
  console.log(
    `  ${name.toUpperCase()}_SERVICE_URL=http://localhost:${port}${serviceBases[name]} \\`,
  )
}
console.log('  npm start')
