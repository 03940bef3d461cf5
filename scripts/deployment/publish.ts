import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { stopWith } from '../../harness/local/run.ts'
import { findOrCreateDatabases, publishedTag, readRow, secretsOf, wrangler } from './account.ts'
import { asBindings, refuseBadSettings } from './check-settings.ts'
import { boundBy, tagOf, type Deployment, type Worker } from './configurations.ts'
import { describeMissing, missingInOne, missingOptional } from './missing.ts'
import { importQuestions } from './questions.ts'
import { madeSecrets, secretsFile } from './secret.ts'

/** The state of a database that a deployment depends on; `undefined` before the first migration. */
async function readDatabase(configFile: string) {
  const tables = await readRow<{ found: number }>(
    configFile,
    "SELECT count(*) AS found FROM sqlite_schema WHERE name = 'user'",
  )
  if (!tables?.found) return undefined
  return readRow<{ accounts: number; demonstration: number }>(
    configFile,
    `SELECT (SELECT count(*) FROM (SELECT 1 FROM user LIMIT 1)) AS accounts,
      (SELECT count(*) FROM (SELECT 1 FROM user WHERE is_demonstration = 1 LIMIT 1))
      + (SELECT count(*) FROM (SELECT 1 FROM question WHERE is_demonstration = 1 LIMIT 1)) AS demonstration`,
  )
}

/**
 * Prepares the account, publishes the workers that are not online in this version, and says what is still missing.
 * @param options as the commands that it prints repeat them
 */
export async function publish(
  deployment: Deployment,
  environment: string | undefined,
  options: string,
): Promise<void> {
  const { services, site } = deployment
  const workers = [services, site].filter((worker): worker is Worker => worker !== undefined)
  const secrets = new Map<Worker, Set<string>>()
  for (const worker of workers) {
    const names = await secretsOf(worker.config.name)
    secrets.set(worker, names)
    refuseBadSettings({ ...boundBy(worker.config), ...asBindings(names), SECRET: true })
  }
  const [having, lacking] = [true, false].map((has) =>
    workers.find((worker) => secrets.get(worker)!.has('SECRET') === has),
  )
  const databases = site.config.d1_databases
  await findOrCreateDatabases(databases.map((database) => database.database_name))
  const held = await readDatabase(site.file)
  if (held?.demonstration)
    stopWith('The remote database holds demonstration data. Deploy to a database without it.')
  // A copy on this machine may be older than the secret that the other worker has.
  if (held?.accounts && having && lacking)
    stopWith(
      `${having.config.name} has a SECRET and ${lacking.config.name} has none. Give it the same one: ` +
        `npx wrangler secret put SECRET --name ${lacking.config.name}`,
    )
  for (const { binding } of databases)
    await wrangler('d1', 'migrations', 'apply', binding, '--remote', '--config', site.file)

  const tellMissing = () => {
    const all = { ...boundBy((services ?? site).config), ...asBindings(secrets.get(workers[0]!)!) }
    const missing = [
      ...missingOptional(
        all,
        Boolean(site.config.routes?.length),
        options,
        workers[0]!.config.name,
      ),
      ...missingInOne(new Map(workers.map((worker) => [worker.config.name, secrets.get(worker)!]))),
    ]
    if (missing.length > 0) console.log(`\nStill missing:\n${describeMissing(missing)}`)
  }
  const tag = tagOf(deployment)
  const lackedBy = (worker: Worker) => madeSecrets.filter((name) => !secrets.get(worker)!.has(name))
  const isOnline = async (worker: Worker) =>
    lackedBy(worker).length === 0 && (await publishedTag(worker.config.name)) === tag
  // The site is the last to be published: with its tag online, all before it is done.
  if (await isOnline(site)) {
    // Routes and the schedule follow an upload, which a run that broke off may have left without them.
    for (const worker of workers) await wrangler('triggers', 'deploy', '--config', worker.file)
    console.log('This version is online already.')
    return tellMissing()
  }
  await importQuestions(site.file)
  for (const worker of workers) {
    const lacking = lackedBy(worker)
    const file =
      lacking.length > 0 ? secretsFile(environment, lacking, Boolean(held?.accounts)) : undefined
    const upload = file ? ['--secrets-file', file] : []
    try {
      await wrangler('deploy', '--config', worker.file, '--tag', tag, ...upload)
    } finally {
      if (file) rmSync(dirname(file), { recursive: true })
    }
  }
  const origin = site.config.vars['PUBLIC_ORIGIN'] as string
  console.log(`\nPublished: ${origin}\n${origin}/healthz answers 200 when all is well.`)
  tellMissing()
}
