import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { inProject, root } from '../../harness/local/run.ts'

const readme = readFileSync(inProject('README.md'), 'utf8')
const tree = /## The tree\n\n```\n([^]*?)```/.exec(readme)?.[1] ?? ''
const answers = /### Where is …\?\n([^]*?)\n## /.exec(readme)?.[1] ?? ''

function namedPaths(): string[] {
  const parents: string[] = []
  return tree.split('\n').flatMap((line) => {
    const depth = line.search(/\S/) / 2
    const [start = '', ...others] = line.trim().split(/ {2,}/)
    const name = start.split(' ')[0]!
    if (depth < 0) return []
    parents.splice(depth, Infinity, name.replace(/\/$/, ''))
    const siblings = others.filter((other) => /^[\w-]+\/$/.test(other))
    return [name, ...siblings].map((one) =>
      [...parents.slice(0, depth), one.replace(/\/$/, '')].join('/'),
    )
  })
}

it('names folders and files that exist', () => {
  const named = namedPaths()
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter((path) => !existsSync(`${root}/${path}`))).toEqual([])
})

it('says where a thing is by files that exist', () => {
  const paths = Array.from(answers.matchAll(/`([^`\s]+)`/g), ([, path = '']) => path)
  expect(paths.length).toBeGreaterThan(25)
  expect(paths.filter((path) => !existsSync(inProject(path)))).toEqual([])
})
