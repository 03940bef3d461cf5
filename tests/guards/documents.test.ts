import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { documentNames } from '../../src/domain/legal-pages.ts'
import { languages } from '../../src/domain/language.ts'

const read = (language: string, name: string) =>
  readFileSync(new URL(`../../locales/${language}/${name}.md`, import.meta.url), 'utf8')

/** Kinds of blocks in order, with anchors, links and placeholders, which all languages share. */
function structureOf(markdown: string): string[] {
  const [, , body = ''] = markdown.split(/^---$/m)
  return body
    .trim()
    .split(/\n{2,}/)
    .map((block) => {
      const anchor = /^<h2 id="([^"]+)">/.exec(block)?.[1]
      const lines = block.split('\n').length
      const kind = anchor
        ? `section ${anchor}`
        : block.startsWith('- ')
          ? `list of ${lines}`
          : block.startsWith('|')
            ? `table of ${lines}`
            : 'paragraph'
      const links = Array.from(block.matchAll(/\]\((\/[^)]*)\)/g), ([, to]) => to)
      const values = Array.from(block.matchAll(/\{\w+\}/g), ([whole]) => whole)
      return [kind, ...new Set([...links, ...values].sort())].join(' ')
    })
}

test('every document exists in every language, and no other', () => {
  const names = globSync('locales/*/*.md').map((file) => file.replace(/^locales\/|\.md$/g, ''))
  const wanted = languages.flatMap((language) => documentNames.map((name) => `${language}/${name}`))
  expect(names.sort()).toEqual(wanted.sort())
})

test.each(documentNames)('%s has the same structure in every language', (name) => {
  const [first, ...others] = languages.map((language) => structureOf(read(language, name)))
  expect(first!.length).toBeGreaterThan(3)
  for (const other of others) expect(other).toEqual(first)
})
