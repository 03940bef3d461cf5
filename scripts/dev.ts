import { readFileSync } from 'node:fs'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { fillDemonstration, fillQuestions } from './fill.ts'
import { localSettings } from './local-settings.ts'
import { migrate } from './migrate.ts'
import { inProject, run } from './run.ts'

/** The database that `astro dev` is about to open, brought up to date without serving anything. */
async function prepareDatabase() {
  const [, id] = /^database_id = "(.+)"/m.exec(readFileSync(inProject('wrangler.toml'), 'utf8'))!
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      script: 'export default {}',
      cf: false,
      d1Databases: { DB: id! },
      resourcePersistencePath: inProject('.wrangler/state/v3'),
    }),
  )
  const db = (await miniflare.getD1Database('DB')) as unknown as D1Database
  await migrate(db)
  await fillQuestions(db)
  await fillDemonstration(db, new Date())
  await miniflare.dispose()
}

localSettings()
await prepareDatabase()
const port = process.env['PORT'] || '8787'
process.on('SIGINT', () => {})
process.exit(
  await run('astro', ['dev', '--host', '127.0.0.1', '--port', port, ...process.argv.slice(2)]),
)
