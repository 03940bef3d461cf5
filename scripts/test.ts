import { parseCLI, startVitest, type TestModule } from 'vitest/node'
import { build } from '../harness/local/build.ts'
import { check } from './check.ts'

const count = { passed: 0, failed: 0, skipped: 0 }

/** A module that fails outside of tests (import, hook) counts as one failure. */
function add(module: TestModule) {
  let failures = 0
  for (const test of module.children.allTests()) {
    const { state } = test.result()
    if (state === 'passed') count.passed += 1
    else if (state === 'failed') failures += 1
    else count.skipped += 1
  }
  count.failed += failures === 0 && !module.ok() ? 1 : failures
}

const args = process.argv.slice(2)
if (args.includes('--help')) {
  // Vitest prints its options.
  parseCLI(['vitest', 'run', ...args])
  process.exit(0)
}
const isWhole = args.length === 0
const isSlow = args.some((arg) => /^slow$|^tests\/slow/.test(arg))
// Both write the folder of generated types.
if (isWhole) await build()
const checked = isWhole ? check() : []

const projects = isSlow ? [] : ['--project=!slow']
const { filter, options } = parseCLI(['vitest', 'run', ...args, ...projects])
try {
  const vitest = await startVitest('test', filter, { ...options, watch: false })
  vitest.state.getTestModules().forEach(add)
  count.failed += vitest.state.getUnhandledErrors().length
  await vitest.close()
} catch (error) {
  console.error(error)
  count.failed += 1
}

if ((await checked).length > 0) count.failed += 1
// A failed set-up, or an empty run, shows only in the exit code.
if (process.exitCode && count.failed === 0) count.failed = 1

const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : ''
if (isWhole) console.log('`npm run test:slow` runs the slow tests.')
console.log(`${count.passed} passed, ${count.failed} failed${skipped}`)
process.exit(count.failed > 0 || count.passed === 0 ? 1 : 0)
