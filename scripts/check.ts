import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { readArguments } from '../harness/local/read-arguments.ts'
import { inProject, output, root } from '../harness/local/run.ts'

const types = 'worker-configuration.d.ts'

function areTypesFresh(): boolean {
  if (!existsSync(inProject(types))) return false
  const made = statSync(inProject(types)).mtimeMs
  return ['wrangler.toml', 'package-lock.json'].every(
    (file) => statSync(inProject(file)).mtimeMs <= made,
  )
}

type Step = [name: string, command: string]

const runStep = (command: string) => {
  const [program = '', ...args] = command.split(' ')
  return output(program, args)
}

const bindingTypes: Step = [
  'binding types',
  `wrangler types ${types} --env-file /dev/null --strict-vars false`,
]

export async function ensureBindingTypes(): Promise<void> {
  if (!areTypesFresh()) await runStep(bindingTypes[1])
}

const pageTypes: Step = ['page types', 'astro sync']

// TypeScript 7 takes a fifth of the time, but `astro check` needs TypeScript 6.
const compiler = 'node node_modules/typescript-7/bin/tsc --noEmit --singleThreaded'

/** One list per core. Steps of different lists may run at the same time. */
const lists: Step[][] = [
  [
    [
      'types of .astro files',
      'astro check --tsconfig tsconfig.astro.json --noSync --minimumSeverity error',
    ],
  ],
  [
    ['types', `${compiler} --incremental --tsBuildInfoFile node_modules/.cache/tsc.tsbuildinfo`],
    ['types of the service worker', `${compiler} -p src/service-worker`],
    // Oxfmt formats as Prettier does in 1 % of the time, but does not support .astro files.
    ['format', 'oxfmt --check'],
    ['format of .astro files', 'prettier --check --log-level warn **/*.astro'],
    ['lint', 'oxlint --deny-warnings --quiet'],
    ['dead code', 'knip --no-progress'],
  ],
]

/** Code size and its budget (`CONTRIBUTING.md`); informational. */
function sizeLine(): string {
  const texts = (folders: string) =>
    globSync(`${folders}/**/*.*`, { cwd: root }).map((path) =>
      readFileSync(inProject(path), 'utf8'),
    )
  const linesOf = (files: string[]) => files.join('').split('\n').length - 1
  const source = texts('src')
  const sizes = [linesOf(texts('{src,tests,harness,scripts,bench,migrations}')), linesOf(source)]
  const isOver = sizes[0]! > 82_000 || sizes[1]! > 44_000 || source.length > 650
  const [all, src] = sizes.map((size) => size.toLocaleString('en'))
  return `lines: ${all} of 82,000 (src ${src} of 44,000 in ${source.length} of 650 files)${isOver ? ', over budget' : ''}`
}

export async function check(): Promise<string[]> {
  const failed: string[] = []
  const runInTurn = async (steps: Step[]) => {
    for (const [name, command] of steps) {
      await runStep(command).catch((error: Error) => {
        console.error(error.message)
        failed.push(name)
      })
    }
  }
  if (!areTypesFresh()) await runInTurn([bindingTypes])
  if (!existsSync(inProject('.astro/types.d.ts'))) await runInTurn([pageTypes])
  await Promise.all(lists.map(runInTurn))
  console.log(sizeLine())
  console.log(failed.length === 0 ? 'check: passed' : `check: failed at ${failed.join(', ')}`)
  return failed
}

if (import.meta.main) {
  readArguments('npm run check checks types, formats, lint, dead code and the line budget.', {})
  process.exit((await check()).length === 0 ? 0 : 1)
}
