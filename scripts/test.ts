import { parseCLI, startVitest, type TestModule } from 'vitest/node'
import { check } from './check.ts'

const count = { passed: 0, failed: 0, skipped: 0 }

/** A module that failed without a failing test (an import, a hook) counts as one failure. */
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
if (args.length === 0 && (await check()).length > 0) count.failed += 1

const { filter, options } = parseCLI(['vitest', 'run', ...args])
try {
  const vitest = await startVitest('test', filter, { ...options, watch: false })
  vitest.state.getTestModules().forEach(add)
  count.failed += vitest.state.getUnhandledErrors().length
  await vitest.close()
} catch (error) {
  console.error(error)
  count.failed += 1
}

// A set-up that failed, or nothing to run, shows in the exit code alone.
if (process.exitCode && count.failed === 0) count.failed = 1

const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : ''
console.log(`${count.passed} passed, ${count.failed} failed${skipped}`)
process.exit(count.failed > 0 || count.passed === 0 ? 1 : 0)
