import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { questionStatements } from '../../harness/local/import-questions.ts'
import { findOrCreateDatabases, readRow, secretsOf, wrangler, wranglerQuietly } from './account.ts'
import { asBindings, refuseBadSettings } from './check-settings.ts'
import { boundBy, type Deployment } from './configurations.ts'
import { describeMissing, missingOptional } from './missing.ts'
import { madeSecrets, secretsFile } from './secret.ts'

/** Database state that a deployment depends on; `undefined` before the first migration. */
async function readDatabase(configFile: string) {
  const tables = await readRow<{ count: number }>(
    configFile,
    "SELECT count(*) AS count FROM sqlite_schema WHERE name = 'user'",
  )
  if (!tables?.count) return undefined
  return readRow<{ accounts: number }>(
    configFile,
    'SELECT count(*) AS accounts FROM (SELECT 1 FROM user LIMIT 1)',
  )
}

async function importQuestions(configFile: string) {
  const file = join(mkdtempSync(join(tmpdir(), 'ichimon-')), 'questions.sql')
  const statements = questionStatements().map((sql) => `${sql.replace(/;\s*$/, '')};\n`)
  writeFileSync(file, statements.join(''))
  const where = ['--remote', '--yes', '--config', configFile]
  await wranglerQuietly('d1', 'execute', 'DB', ...where, '--file', file)
  console.log('Questions: imported')
}

/**
 * Prepares the account, publishes the worker, and prints missing settings.
 * @param options for the commands that it prints
 */
export async function publish(
  deployment: Deployment,
  environment: string | undefined,
  options: string,
): Promise<void> {
  const { config, file } = deployment
  const secrets = await secretsOf(config.name)
  refuseBadSettings({ ...boundBy(config), ...asBindings(secrets), SECRET: true })
  await findOrCreateDatabases(config.d1_databases.map((database) => database.database_name))
  const held = await readDatabase(file)
  for (const { binding } of config.d1_databases)
    await wrangler('d1', 'migrations', 'apply', binding, '--remote', '--config', file)

  const lacking = madeSecrets.filter((name) => !secrets.has(name))
  await importQuestions(file)
  const upload =
    lacking.length > 0 ? secretsFile(environment, lacking, Boolean(held?.accounts)) : undefined
  const withSecrets = upload ? ['--secrets-file', upload] : []
  try {
    await wrangler('deploy', '--config', file, ...withSecrets)
  } finally {
    if (upload) rmSync(dirname(upload), { recursive: true })
  }
  const origin = config.vars['PUBLIC_ORIGIN'] as string
  console.log(`\nPublished: ${origin}\n${origin}/healthz answers 200 when all is well.`)
  const all = { ...boundBy(config), ...asBindings(secrets) }
  const missing = missingOptional(all, Boolean(config.routes?.length), options, config.name)
  if (missing.length > 0) console.log(`\nStill missing:\n${describeMissing(missing)}`)
}
