import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { expect, it } from 'vitest'
import { inProject, root } from '../../harness/local/run.ts'

const readme = readFileSync(inProject('README.md'), 'utf8')
const tree = /## The tree\n\n```\n([^]*?)```/.exec(readme)?.[1] ?? ''

/** The folders that the tree of the README names at a depth, by indentation of two spaces. */
function named(depth: number): string[] {
  const lines = tree.split('\n').filter((line) => line.search(/\S/) === depth * 2)
  return lines.flatMap((line) =>
    Array.from(line.matchAll(/\b([\w-]+)\/(?=\s|$)/g), ([, name = '']) => name),
  )
}

const folders = (parent: string) =>
  globSync('*', { cwd: inProject(parent) }).filter((name) =>
    statSync(inProject(parent, name)).isDirectory(),
  )

it('names every folder of src and src/worker, and none that does not exist', () => {
  expect(
    named(1)
      .filter((name) => name !== 'worker')
      .toSorted(),
  ).toEqual(
    folders('src')
      .filter((name) => name !== 'worker')
      .toSorted(),
  )
  expect(named(2).toSorted()).toEqual(folders('src/worker').toSorted())
})

it('names folders of the project that exist', () => {
  expect(named(0).filter((name) => !existsSync(`${root}/${name}`))).toEqual([])
})
