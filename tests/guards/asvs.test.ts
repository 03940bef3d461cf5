import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { inProject } from '../../harness/local/run.ts'

/** Requirements of levels 1 and 2 in each section of ASVS 5.0.0, where they come before those of level 3. */
const counts = `1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1 4.3:2
  4.4:4 5.1:1 5.2:3 5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2 8.1:2
  8.2:3 8.3:1 8.4:1 9.1:3 9.2:4 10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3 11.1:2 11.2:3 11.3:3 11.4:4 11.5:1
  11.6:1 12.1:3 12.2:2 12.3:4 13.1:1 13.2:5 13.3:2 13.4:5 14.1:2 14.2:4 14.3:3 15.1:3 15.2:3 15.3:7 16.1:1 16.2:5
  16.3:4 16.4:3 16.5:3 17.1:1 17.2:4 17.3:2`

/** `6.2.1–6.2.3, 6.2.10` as four numbers. */
const numbersOf = (ranges: string) =>
  ranges.split(', ').flatMap((range) => {
    const [, section, first, last] = /^(\d+\.\d+)\.(\d+)–\1\.(\d+)$/.exec(range) ?? []
    if (!section) return [range]
    return Array.from({ length: Number(last) }, (_, index) => `${section}.${index + 1}`).slice(
      Number(first) - 1,
    )
  })

const rows = Array.from(
  readFileSync(inProject('docs/asvs.md'), 'utf8').matchAll(/^\| (\d.*) \|$/gm),
  ([, row = '']) => row.split('|').map((cell) => cell.trim()),
)
const pathsOf = (cell = '') => Array.from(cell.matchAll(/`([^`]+)`/g), ([, path = '']) => path)

it('has each requirement once', () => {
  const listed = rows.flatMap(([numbers = '']) => numbersOf(numbers))
  const wanted = counts
    .split(/\s+/)
    .flatMap((entry) => numbersOf(entry.replace(/(.+):/, '$1.1–$1.')))
  expect(listed.toSorted()).toEqual(wanted.toSorted())
})

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
