import { readFileSync } from 'node:fs'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { databaseWorker, directDatabase } from '../harness/local/direct-database.ts'
import { fillDemonstration, fillQuestions } from '../harness/local/fill.ts'
import { migrate } from '../harness/local/migrate.ts'
import { inProject } from '../harness/local/run.ts'

/** The folder in which `npm start`, `npm run dev` and Wrangler keep the state of this machine. */
export const localState = inProject('.wrangler/state/v3')

/** What names a local database: as in Wrangler, its id or else its binding. */
const localDatabaseId = (toml: string) => /^database_id = "(.+)"/m.exec(toml)?.[1] ?? 'DB'

/** Brings the local database in a folder up to date before anything is served from it. */
export async function prepareDatabase(state = localState): Promise<void> {
  const id = localDatabaseId(readFileSync(inProject('wrangler.toml'), 'utf8'))
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      cf: false,
      resourcePersistencePath: state,
      workers: [databaseWorker({ DB: id })],
    }),
  )
  const db = directDatabase(miniflare)
  await migrate(db)
  await fillQuestions(db)
  await fillDemonstration(db, new Date())
  await miniflare.dispose()
}
