import { existsSync, statSync } from 'node:fs'
import { inProject, run } from '../harness/local/run.ts'

const types = 'worker-configuration.d.ts'

function areTypesFresh(): boolean {
  if (!existsSync(inProject(types))) return false
  const made = statSync(inProject(types)).mtimeMs
  return ['wrangler.toml', 'package-lock.json'].every(
    (file) => statSync(inProject(file)).mtimeMs <= made,
  )
}

/** Without an environment file, so that no `.dev.vars` changes the types. */
const makeTypes = ['types', types, '--env-file', '/dev/null', '--strict-vars', 'false']

const steps: [name: string, command: string, args: string[]][] = [
  ['format', 'prettier', ['--check', '--log-level', 'warn', '.']],
  ['lint', 'oxlint', ['--deny-warnings', '--quiet']],
  ['import boundaries', 'node', ['scripts/import-boundaries.ts']],
  ['dead code', 'knip', ['--no-progress']],
  ['types', 'astro', ['check', '--minimumFailingSeverity', 'error', '--minimumSeverity', 'error']],
]

/** Runs every step, also after one has failed, and answers the names of those that failed. */
export async function check(): Promise<string[]> {
  const failed: string[] = []
  if (!areTypesFresh()) {
    if ((await run('wrangler', makeTypes, { stdio: ['ignore', 'ignore', 'inherit'] })) !== 0) {
      failed.push('binding types')
    }
  }
  for (const [name, command, args] of steps) {
    if ((await run(command, args)) !== 0) failed.push(name)
  }
  console.log(failed.length === 0 ? 'check: passed' : `check: failed at ${failed.join(', ')}`)
  return failed
}

if (import.meta.main) process.exit((await check()).length === 0 ? 0 : 1)
