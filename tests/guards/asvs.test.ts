import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { inProject } from '../../harness/local/run.ts'

const rows = Array.from(
  readFileSync(inProject('docs/asvs.md'), 'utf8').matchAll(/^\| (\d.*) \|$/gm),
  ([, row = '']) => row.split('|').map((cell) => cell.trim()),
)
const pathsOf = (cell = '') => Array.from(cell.matchAll(/`([^`]+)`/g), ([, path = '']) => path)

it('cites files and tests that exist, a reason where a requirement is not met, and a file where it is', () => {
  const wrong = rows.filter(([, state = '', by, shownBy, remark]) => {
    const tests = pathsOf(shownBy)
    return (
      ![...pathsOf(by), ...tests].every((path) => existsSync(inProject(path))) ||
      !tests.every((path) => /^tests\/.+\.test\.tsx?$/.test(path)) ||
      !(state === 'met' ? by : /^(?:n\/a|deviation)$/.test(state) && remark)
    )
  })
  expect(wrong).toEqual([])
})
