import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { root } from '../../harness/local/run.ts'

// Node strips types and rejects other TypeScript syntax. `harness/app.ts` imports most of `harness/local`.
it('loads what runs without a compiler in plain Node', () => {
  const script = `await import('./harness/app.ts'); await import('./bench/stack.ts'); console.log('loaded')`
  const run = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: root,
    encoding: 'utf8',
  })
  expect(run).toBe('loaded\n')
})
