import { readdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { build } from '../harness/local/build.ts'
import { questionPack } from '../harness/local/question-pack.ts'
import { inProject, stopWith } from '../harness/local/run.ts'
import { config } from '../src/worker/config/config.ts'
import type { Bindings } from '../src/worker/config/variable-types.ts'
import { localVariables, secretNames } from '../src/worker/config/variables.ts'
import {
  findOrCreateDatabases,
  publishedTag,
  readRow,
  secretsOf,
  wrangler,
  wranglerQuietly,
} from './deployment/account.ts'
import {
  boundBy,
  prepareDeployment,
  tagOf,
  type Deployment,
  type Worker,
} from './deployment/configurations.ts'
import {
  describeMissing,
  missingOptional,
  missingRequired,
  type Missing,
} from './deployment/missing.ts'
import { isEnvironmentName } from './deployment/names.ts'
import { importQuestions } from './deployment/questions.ts'
import { madeSecrets, secretsFile } from './deployment/secret.ts'
import {
  parseSetting,
  readRoutes,
  deployedVariables,
  writeSettings,
} from './deployment/settings.ts'

const USAGE = `Publishes the site, or brings a published one up to date.
  npm run deploy -- [--origin https://…] [--domain] [--set NAME=value]… [--env <name>] [--split] [--dry-run]
--origin    the site's address; kept in wrangler.toml, as what --set sets is
--domain    makes that address a custom domain of the worker, in place of what it leads to now
--env       another environment than production, such as staging
--split     two workers: the services with the data, and the site
--dry-run   prints what would happen, builds and checks; needs no account`

function asBindings(names: Iterable<string>): Bindings {
  return Object.fromEntries(Array.from(names, (name) => [name, true]))
}

interface Options {
  environment: string | undefined
  isSplit: boolean
  isDryRun: boolean
  hasDomain: boolean
  settings: Record<string, string>
}

function readOptions(): Options {
  try {
    const { values } = parseArgs({
      options: {
        origin: { type: 'string' },
        domain: { type: 'boolean', default: false },
        set: { type: 'string', multiple: true, default: [] },
        env: { type: 'string' },
        split: { type: 'boolean', default: false },
        'dry-run': { type: 'boolean', default: false },
      },
    })
    const environment = values.env === 'production' ? undefined : values.env
    if (environment !== undefined && !isEnvironmentName(environment))
      stopWith('--env takes a name of small letters, digits and hyphens, such as staging.')
    const settings = Object.fromEntries(values.set.map(parseSetting))
    if (values.origin !== undefined) settings['PUBLIC_ORIGIN'] = values.origin
    const { split: isSplit, 'dry-run': isDryRun, domain: hasDomain } = values
    return { environment, isSplit, isDryRun, hasDomain, settings }
  } catch (error) {
    return stopWith(`${(error as Error).message}\n${USAGE}`)
  }
}

/** The settings without which nothing is published; a terminal is asked for each that is missing, once. */
async function requiredSettings({ environment, isDryRun, settings }: Options, options: string) {
  const vars = { ...deployedVariables(environment), ...settings }
  const missing = missingRequired(vars, options)
  if (missing.length === 0 || isDryRun || !process.stdin.isTTY) return { vars, missing }
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  for (const { variable, sentence, command } of missing) {
    const example = command.slice(command.indexOf('=') + 1, -1)
    const value = await terminal.question(`${sentence}\n${variable} (such as ${example}): `)
    if (value.trim()) vars[variable!] = settings[variable!] = value.trim()
  }
  terminal.close()
  return { vars, missing: missingRequired(vars, options) }
}

/** Secrets and bindings that settings may need and that are not known yet. */
const assumed = asBindings([...secretNames, 'MAIL', 'AI'])

/**
 * Stops the script for settings that a deployment refuses; secrets are known by name only.
 * @param unset variables that are reported elsewhere as missing
 */
function refuseBadSettings(bindings: Bindings, unset: readonly Missing[] = []) {
  const local = localVariables
    .filter((name) => bindings[name])
    .map((name) => `${name} must not be set in a deployment.`)
  const problems = config(bindings).problems.filter(
    ({ variable }) => !unset.some((missing) => missing.variable === variable),
  )
  const sentences = [...problems.map(({ sentence }) => sentence), ...local]
  if (sentences.length > 0) stopWith([...sentences, 'Stopped; nothing was deployed.'].join('\n'))
}

function printPlan({ services, site }: Deployment, environment: string | undefined) {
  const databases = site.config.d1_databases.map(({ database_name: name }) => name)
  const buckets = site.config.r2_buckets.map(({ bucket_name: name }) => name)
  const migrations = readdirSync(inProject('migrations')).filter((name) => name.endsWith('.sql'))
  const questions = [...questionPack().files.values()].flatMap((file) =>
    file.topics.flatMap((topic) => topic.questions),
  )
  const workers = [services, site].flatMap((worker) => (worker ? [worker.config.name] : []))
  console.log(`
Plan for ${environment ?? 'production'}
1. D1 database ${databases.join(', ')}: found, or created
2. Migrations: those of ${migrations.length} that it lacks
3. Questions: ${questions.length}, those that are new or changed
4. R2 buckets ${buckets.join(', ')}: found, or created by Wrangler
5. SECRET and VAPID_KEY: kept where they are set, else made and uploaded
6. ${workers.join(', then ')}: published, unless this very version is online
   Address ${site.config.vars['PUBLIC_ORIGIN'] || '(not set)'}${site.config.routes?.length ? ', as a custom domain or route' : ''}`)
}

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

async function publish(deployment: Deployment, { environment }: Options) {
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

  const tag = tagOf(deployment)
  const lackedBy = (worker: Worker) => madeSecrets.filter((name) => !secrets.get(worker)!.has(name))
  const isOnline = async (worker: Worker) =>
    lackedBy(worker).length === 0 && (await publishedTag(worker.config.name)) === tag
  // The site is the last to be published: with its tag online, all before it is done.
  if (await isOnline(site)) {
    // Routes and the schedule follow an upload, which a run that broke off may have left without them.
    for (const worker of workers) await wrangler('triggers', 'deploy', '--config', worker.file)
    return console.log('This version is online already.')
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
  const all = { ...boundBy((services ?? site).config), ...asBindings(secrets.get(workers[0]!)!) }
  const missing = missingOptional(
    all,
    Boolean(site.config.routes?.length),
    optionsText(environment, services),
    workers[0]!.config.name,
  )
  if (missing.length > 0) console.log(`\nStill missing:\n${describeMissing(missing)}`)
}

/** The options of this run as the commands repeat them that the script prints. */
function optionsText(environment: string | undefined, isSplit: unknown) {
  return `${environment ? ` --env ${environment}` : ''}${isSplit ? ' --split' : ''}`
}

async function dryRun(deployment: Deployment, { environment }: Options, unset: Missing[]) {
  printPlan(deployment, environment)
  for (const worker of [deployment.services, deployment.site]) {
    if (!worker) continue
    refuseBadSettings({ ...boundBy(worker.config), ...asBindings(secretNames) }, unset)
    const outdir = `.wrangler/dry-run/${worker.config.name}`
    const where = ['--config', worker.file, '--outdir', outdir]
    const packed = await wranglerQuietly('deploy', '--dry-run', ...where)
    // Without the table of modules.
    console.log(packed.replaceAll(/^[│┌├└].*\n/gm, ''))
  }
}

const options = readOptions()
const { vars, missing } = await requiredSettings(
  options,
  optionsText(options.environment, options.isSplit),
)
refuseBadSettings({ ...vars, ...assumed }, missing)
const host = URL.parse(String(vars['PUBLIC_ORIGIN']))?.host
if (!options.isDryRun)
  writeSettings(options.environment, options.settings, options.hasDomain ? host : undefined)
if (missing.length > 0 && !options.isDryRun)
  stopWith(`${describeMissing(missing)}\nStopped; nothing was deployed.`)
await build()
const deployment = await prepareDeployment(
  options.environment,
  vars,
  readRoutes(options.environment),
  options.isSplit,
)
if (options.isDryRun) {
  await dryRun(deployment, options, missing)
  if (missing.length > 0)
    stopWith(`\nMissing before the site can be published:\n${describeMissing(missing)}`)
} else {
  await publish(deployment, options)
}
