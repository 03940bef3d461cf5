import { createWriteStream, mkdirSync } from 'node:fs'
import { build } from './build.ts'
import { localState, prepareDatabase } from './local-database.ts'
import { localSettings } from './local-settings.ts'
import { startOpenIdProvider } from './openid-provider.ts'
import { inProject, stopWith } from './run.ts'
import { configurationProblems } from '../src/worker/configuration.ts'
import { freePort, serve } from './serve.ts'

const port = Number(process.env['PORT'] || 8787)
if (!Number.isInteger(port) || port < 1 || port > 65535) {
  stopWith(`PORT must be a number from 1 to 65535, not '${process.env['PORT']}'.`)
}
await freePort(port).catch(({ code }: NodeJS.ErrnoException) =>
  stopWith(
    code === 'EADDRINUSE'
      ? `Port ${port} is already in use. Another one: PORT=${port + 1} npm start`
      : `Port ${port} cannot be opened (${code}). Another one: PORT=8787 npm start`,
  ),
)

const settings = localSettings()
const problems = configurationProblems(settings)
if (problems.length > 0)
  stopWith(`${problems.map(({ sentence }) => sentence).join('\n')}\nSettings stand in .dev.vars.`)

await build()
await prepareDatabase()

// A real provider for the social buttons. Accounts are known by its address, so it keeps its port where it can.
const provider = await startOpenIdProvider({
  port: await freePort(port + 1).catch(() => freePort()),
  redirectUris: ['localhost', '127.0.0.1'].map(
    (host) => `http://${host}:${port}/auth/social/callback`,
  ),
})

mkdirSync(inProject('.wrangler'), { recursive: true })
const log = createWriteStream(inProject('.wrangler/start.log'))
const app = await serve({
  port,
  persistTo: localState,
  vars: {
    SOCIAL_ISSUER: provider.issuer,
    SOCIAL_CLIENT_ID: provider.clientId,
    SOCIAL_CLIENT_SECRET: provider.clientSecret,
    ...settings,
  },
  log(line, level) {
    log.write(`${line}\n`)
    if (level === 'error') console.error(line)
  },
})

// The cron trigger of wrangler.toml; Cloudflare's own clock drives it once deployed.
const runJobs = () => app.triggerCron().catch((error: Error) => console.error(error.message))
const jobs = setInterval(runJobs, 60_000)
await runJobs()

async function end() {
  clearInterval(jobs)
  await Promise.all([app.stop(), provider.stop()])
  process.exit(0)
}
process.once('SIGINT', end)
process.once('SIGTERM', end)

console.log(`Ichimon   http://localhost:${port}`)
console.log(`Its mail  http://localhost:${port}/dev/outbox`)
console.log('Ctrl-C ends it. Requests are logged in .wrangler/start.log')
