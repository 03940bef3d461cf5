import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from './build.ts'
import { questionStatements } from './import-questions.ts'
import { inProject, output, run, stopWith } from './run.ts'

const [argument, ...others] = process.argv.slice(2)
const isDryRun = argument === '--dry-run'
if ((argument && !isDryRun) || others.length > 0)
  stopWith('npm run deploy knows only -- --dry-run.')

const step = async (...args: string[]) => {
  if ((await run('wrangler', args)) !== 0) stopWith(`wrangler ${args[0]} did not finish; stopped.`)
}
const ask = (...args: string[]) =>
  output('wrangler', args).catch((error: Error) => stopWith(error.message))

/** What belongs to a local set-up and would open a deployment: never among its variables or secrets. */
function refuseLocalSettings(names: Record<string, string | undefined>) {
  const wrong = ['DEVELOPMENT', 'LIMITS', 'CLOCK_OFFSET_MS'].filter((name) => name in names)
  if (names['MAIL_TRANSPORT'] === 'outbox') wrong.push('MAIL_TRANSPORT=outbox')
  if (wrong.length > 0) stopWith(`${wrong.join(', ')} must not be set in a deployment; stopped.`)
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

async function requireSecret() {
  const listed = await output('wrangler', ['secret', 'list', '--format', 'json']).catch(() => '[]')
  const names = (JSON.parse(listed) as { name: string }[]).map(({ name }) => name)
  if (!names.includes('SECRET')) {
    stopWith("The worker has no SECRET yet: run 'npx wrangler secret put SECRET' once.")
  }
  refuseLocalSettings(Object.fromEntries(names.map((name) => [name, undefined])))
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
refuseLocalSettings(built.vars)

if (isDryRun) {
  await step('deploy', '--dry-run', '--outdir', '.wrangler/dry-run')
} else {
  if (/^0[0-]*$/.test(built.d1_databases[0].database_id)) {
    stopWith(
      "wrangler.toml still holds the placeholder database_id. Run 'npx wrangler d1 create ichimon' " +
        'and put the id that it prints there.',
    )
  }
  await requireSecret()
  await step('d1', 'migrations', 'apply', 'DB', '--remote')
  await refuseDemonstrationData()
  await importQuestions()
  await step('deploy')
}
