import { expect, it } from 'vitest'
import { output } from '../../harness/local/run.ts'

const operator = (...words: string[]) => output(process.execPath, ['scripts/operator.ts', ...words])

it('prints every command with --help, and one with its name', async () => {
  const all = await operator('--help')
  for (const name of ['roles', 'maintenance', 'questions', 'words', 'backup', 'check'])
    expect(all).toContain(`npm run operator -- ${name}`)
  const one = await operator('roles', '--help')
  expect(one).toContain('operator -- roles grant')
  expect(one).not.toContain('operator -- backup')
})

it('names the commands where none is meant', async () => {
  await expect(operator('unknown')).rejects.toThrow(/^Runs the site: .*\n.*operator -- roles list/)
})
