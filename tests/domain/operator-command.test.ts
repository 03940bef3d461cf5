import { expect, it } from 'vitest'
import { output } from '../../harness/local/run.ts'

it('npm run operator starts, and names its commands where none is meant', async () => {
  const started = output(process.execPath, ['scripts/operator.ts', 'unknown'])
  await expect(started).rejects.toThrow(/^Runs the site: .*\n(?: .*\n)*.*operator -- backup/)
})
