import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { inProject } from '../../harness/local/run.ts'

it('names every runtime dependency in THIRD_PARTY_NOTICES', () => {
  const notices = readFileSync(inProject('THIRD_PARTY_NOTICES'), 'utf8')
  const { dependencies } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'))
  for (const name of Object.keys(dependencies)) expect(notices.split(/[\s,]+/)).toContain(name)
})
