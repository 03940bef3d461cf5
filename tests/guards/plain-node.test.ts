import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { root } from '../../harness/local/run.ts'

// These scripts run without a compiler: Node strips types and rejects other TypeScript syntax.
it.each(['harness/local/serve.ts', 'harness/app.ts', 'bench/stack.ts'])(
  'loads %s in plain Node',
  (file) => {
    const script = `await import('./${file}'); console.log('loaded')`
    const run = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: root,
      encoding: 'utf8',
    })
    expect(run).toBe('loaded\n')
  },
)
