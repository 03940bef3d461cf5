import { readFileSync } from 'node:fs'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { databaseWorker, directDatabase } from '../harness/local/direct-database.ts'
import { fillDemonstration, fillQuestions } from '../harness/local/fill.ts'
import { migrate } from '../harness/local/migrate.ts'
import { inProject } from '../harness/local/run.ts'

/** The folder in which `npm start`, `npm run dev` and Wrangler keep the state of this machine. */
export const localState = inProject('.wrangler/state/v3')

/** The name of each local database by its binding: as in Wrangler, its id or else the binding itself. */
function localDatabases(toml: string): Record<string, string> {
  const blocks = toml.matchAll(/^\[\[d1_databases\]\]\n((?:[^[\n].*\n)*)/gm)
  return Object.fromEntries(
    Array.from(blocks, ([, block = '']): [string, string] => {
      const binding = /^binding = "(.+)"/m.exec(block)?.[1] ?? ''
      return [binding, /^database_id = "(.+)"/m.exec(block)?.[1] ?? binding]
    }),
  )
}

/** Brings the local databases in a folder up to date before anything is served from it. */
export async function prepareDatabase(state = localState): Promise<void> {
  const databases = localDatabases(readFileSync(inProject('wrangler.toml'), 'utf8'))
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      cf: false,
      resourcePersistencePath: state,
      workers: [databaseWorker(databases)],
    }),
  )
  const db = directDatabase(miniflare)
  await migrate(db)
  for (const binding of Object.keys(databases).filter((name) => name !== 'DB'))
    await migrate(directDatabase(miniflare, binding), 'migrations/archive')
  await fillQuestions(db)
  await fillDemonstration(db, new Date())
  await miniflare.dispose()
}
