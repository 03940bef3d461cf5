import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from './build.ts'
import { questionStatements } from './import-questions.ts'
import { inProject, output, run, stopWith } from './run.ts'
import { configurationProblems, localOnly, type Bindings } from '../src/worker/configuration.ts'

const [argument, ...others] = process.argv.slice(2)
const isDryRun = argument === '--dry-run'
if ((argument && !isDryRun) || others.length > 0)
  stopWith('npm run deploy knows only -- --dry-run.')

const step = async (...args: string[]) => {
  if ((await run('wrangler', args)) !== 0) stopWith(`wrangler ${args[0]} did not finish; stopped.`)
}
const ask = (...args: string[]) =>
  output('wrangler', args).catch((error: Error) => stopWith(error.message))

/** What a deployment must not be set up with, said before anything happens; secrets are known by name only. */
function refuseBadConfiguration(bindings: Bindings) {
  const local = localOnly
    .filter((name) => bindings[name])
    .map((name) => `${name} must not be set in a deployment.`)
  const sentences = [...configurationProblems(bindings).map(({ sentence }) => sentence), ...local]
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

/** The worker's secrets by name. */
async function requireSecret() {
  const listed = await output('wrangler', ['secret', 'list', '--format', 'json']).catch(() => '[]')
  const names = (JSON.parse(listed) as { name: string }[]).map(({ name }) => name)
  if (!names.includes('SECRET')) {
    stopWith("The worker has no SECRET yet: run 'npx wrangler secret put SECRET' once.")
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

await build()
const built = JSON.parse(readFileSync(inProject('dist/server/wrangler.json'), 'utf8'))
const mail = (built.send_email ?? []).map(({ name }: { name: string }) => [name, true])
const bound: Bindings = { ...built.vars, ...Object.fromEntries(mail) }

if (isDryRun) {
  refuseBadConfiguration({ SECRET: true, SMTP_PASSWORD: true, ...bound })
  await step('deploy', '--dry-run', '--outdir', '.wrangler/dry-run')
} else {
  if (/^0[0-]*$/.test(built.d1_databases[0].database_id)) {
    stopWith(
      "wrangler.toml still holds the placeholder database_id. Run 'npx wrangler d1 create ichimon' " +
        'and put the id that it prints there.',
    )
  }
  refuseBadConfiguration({ ...bound, ...(await requireSecret()) })
  await step('d1', 'migrations', 'apply', 'DB', '--remote')
  await refuseDemonstrationData()
  await importQuestions()
  await step('deploy')
}
