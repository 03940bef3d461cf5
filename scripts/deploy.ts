import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildServices, servicesConfig } from '../harness/local/build-services.ts'
import { build } from '../harness/local/build.ts'
import { questionStatements } from '../harness/local/import-questions.ts'
import { inProject, output, run, stopWith } from '../harness/local/run.ts'
import {
  refuseTwoDatabases,
  SPLIT_CONFIG,
  splitSite,
  type SiteConfig,
} from '../harness/local/split-site.ts'
import { config } from '../src/worker/config/config.ts'
import { missingOperator } from '../src/worker/config/operator.ts'
import { localVariables, type Bindings } from '../src/worker/config/variables.ts'

const asked = new Set(process.argv.slice(2))
const isDryRun = asked.delete('--dry-run')
const isSplit = asked.delete('--split')
if (asked.size > 0) stopWith('Unknown option. Usage: npm run deploy -- [--split] [--dry-run]')

const step = async (...args: string[]) => {
  if ((await run('wrangler', args)) !== 0)
    stopWith(`wrangler ${args[0]} failed. Nothing further was done.`)
}
const ask = (...args: string[]) =>
  output('wrangler', args).catch((error: Error) => stopWith(error.message))

/** Settings that a deployment refuses, reported before anything happens; secrets are known by name only. */
function refuseBadConfiguration(bindings: Bindings, missing: readonly string[] = []) {
  const local = localVariables
    .filter((name) => bindings[name])
    .map((name) => `${name} must not be set in a deployment.`)
  const problems = config(bindings).problems.map(({ sentence }) => sentence)
  const sentences = [...problems, ...missing, ...local]
  if (sentences.length > 0) stopWith([...sentences, 'Stopped; nothing was deployed.'].join('\n'))
}

async function refuseDemonstrationData() {
  const sql = `SELECT (SELECT count(*) FROM user WHERE is_demonstration = 1)
    + (SELECT count(*) FROM question WHERE is_demonstration = 1) AS found`
  const answer = await ask('d1', 'execute', 'DB', '--remote', '--json', '--command', sql)
  const [{ results }] = JSON.parse(answer) as [{ results: { found: number }[] }]
  if (results[0]?.found !== 0) {
    stopWith('The remote database holds demonstration data. Deploy to a database without it.')
  }
}

/** A worker's secrets by name. */
async function requireSecret(...config: string[]) {
  const args = ['secret', 'list', '--format', 'json', ...config]
  const listed = await output('wrangler', args).catch(() => '[]')
  const names = (JSON.parse(listed) as { name: string }[]).map(({ name }) => name)
  if (!names.includes('SECRET')) {
    const command = ['npx wrangler secret put SECRET', ...config].join(' ')
    stopWith(`The worker has no SECRET yet: run '${command}' once.`)
  }
  return Object.fromEntries(names.map((name) => [name, true]))
}

async function importQuestions() {
  const file = join(mkdtempSync(join(tmpdir(), 'ichimon-')), 'questions.sql')
  writeFileSync(
    file,
    questionStatements()
      .map((sql) => `${sql.replace(/;\s*$/, '')};\n`)
      .join(''),
  )
  await step('d1', 'execute', 'DB', '--remote', '--yes', '--file', file)
}

/** Bindings and variables of a built worker, as far as they can be known before it is deployed. */
function boundBy({ vars, send_email, services }: SiteConfig): Bindings {
  const names = (send_email ?? []).map(({ name }) => name)
  const bound = (services ?? []).map(({ binding }) => binding)
  return { ...vars, ...Object.fromEntries([...names, ...bound].map((name) => [name, true])) }
}

await build()
const built: SiteConfig = JSON.parse(readFileSync(inProject('dist/server/wrangler.json'), 'utf8'))
const services = isSplit ? await buildServices() : undefined
const split = services && splitSite(built, services)
if (split) {
  refuseTwoDatabases(built, services)
  writeFileSync(inProject(SPLIT_CONFIG), JSON.stringify(split))
}
const bound = boundBy(split ?? built)
const siteConfig = split ? ['--config', SPLIT_CONFIG] : []
const servicesArgs = ['--config', servicesConfig]

if (isDryRun) {
  const secrets = { SECRET: true, SMTP_PASSWORD: true }
  if (services) {
    refuseBadConfiguration({ ...secrets, ...boundBy(services) })
    await step('deploy', ...servicesArgs, '--dry-run', '--outdir', '.wrangler/dry-run-services')
  }
  refuseBadConfiguration({ ...secrets, ...bound }, missingOperator(bound))
  await step('deploy', ...siteConfig, '--dry-run', '--outdir', '.wrangler/dry-run')
} else {
  if (/^0[0-]*$/.test(built.d1_databases[0]!.database_id)) {
    stopWith(
      "wrangler.toml still holds the placeholder database_id. Run 'npx wrangler d1 create ichimon' " +
        'and put the id that it prints there.',
    )
  }
  if (services)
    refuseBadConfiguration({ ...boundBy(services), ...(await requireSecret(...servicesArgs)) })
  refuseBadConfiguration({ ...bound, ...(await requireSecret()) }, missingOperator(bound))
  await step('d1', 'migrations', 'apply', 'DB', '--remote')
  await refuseDemonstrationData()
  await importQuestions()
  // The site is bound to the services, which have to be there first.
  if (services) await step('deploy', ...servicesArgs)
  await step('deploy', ...siteConfig)
}
