import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fillQuestions } from './fill.ts'
import { migrate } from './migrate.ts'
import { questionPack, withoutSeasons } from './question-pack.ts'
import { inProject } from './run.ts'
import { serve } from './serve.ts'

/** Inputs of a new database's content and format. */
const sources =
  'migrations/*.sql questions/**/*.json harness/local/*.ts wrangler.toml package-lock.json'.split(
    ' ',
  )

function digest(): string {
  const hash = createHash('sha256')
  for (const file of sources.flatMap((pattern) => globSync(pattern, { cwd: inProject() })).sort()) {
    hash.update(`${file}\0`).update(readFileSync(inProject(file)))
  }
  return hash.digest('hex').slice(0, 16)
}

export const databases = 'd1'

/**
 * Template databases for new apps, migrated, with non-seasonal questions or none.
 * Cached in `dist`, since filling takes half as long as starting a worker.
 */
export async function preparedDatabases(withQuestions: boolean): Promise<string> {
  const folder = inProject('dist', `d1-${withQuestions ? 'questions' : 'empty'}-${digest()}`)
  if (existsSync(folder)) return folder
  const persistTo = await mkdtemp(`${folder}-`)
  const served = await serve({ port: 0, persistTo, vars: {}, log: () => {} })
  await migrate(served.db)
  if (withQuestions) await fillQuestions(served.db, withoutSeasons(questionPack()))
  await served.stop()
  // Another process may have won the race.
  await rename(join(persistTo, databases), folder).catch(() => {})
  await rm(persistTo, { recursive: true })
  return folder
}
