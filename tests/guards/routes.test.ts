import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { deskSections } from '../../src/domain/desk-sections.ts'
import { languages } from '../../src/domain/language.ts'
import { documentPaths } from '../../src/domain/legal-pages.ts'
import { pageRoutes, sharedRoutes } from '../../src/worker/pages/page-routes.ts'

const [, screens = ''] =
  /\n## Screens\n([^]*?)\n## /.exec(readFileSync('docs/product.md', 'utf8')) ?? []
const documented = Array.from(
  screens.matchAll(/`(\/[\w/]*)(?:\?[^`]*)?`/g),
  ([, path = '']) => path,
)

/** The gateway shows them at other addresses. */
const innerPages = ['/404', '/unavailable']

const root = 'src/pages'
const files = globSync(`${root}/**/*.{astro,ts}`).filter((file) => !/\/_[^/]*$/.test(file))
const addressOf = (file: string) =>
  file
    .slice(root.length)
    .replace(/\.(?:astro|ts)$/, '')
    .replace(/^\/\[locale\]/, '')
    .replace(/\/index$/, '') || '/'

test('the pages of the gateway are those that have a file', () => {
  const pages = files
    .filter((file) => file.includes('[locale]/'))
    .map(addressOf)
    .flatMap((address) => (address === '/[document]' ? documentPaths : [address]))
  expect(pages.sort()).toEqual([...Object.keys(pageRoutes), ...innerPages].sort())
})

test('the pages have every page of `docs/product.md#screens` and every section of the desk', () => {
  expect(documented.length).toBeGreaterThan(40)
  const wanted = [...documented, ...deskSections.map(({ path }) => path)]
  expect(wanted.filter((path) => !(path in pageRoutes))).toEqual([])
})

test('the pages without a language are the shared ones', () => {
  const shared = files
    .filter((file) => !file.includes('[locale]/'))
    .map(addressOf)
    .flatMap((address) =>
      languages.map((language) => address.replace(/\[(?:locale|language)\]/, language)),
    )
  expect([...new Set(shared)].sort()).toEqual([...sharedRoutes].sort())
})
