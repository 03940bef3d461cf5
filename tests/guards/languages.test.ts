import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { languages } from '../../src/domain/language.ts'

const read = (file: string) => readFileSync(file, 'utf8')

test('built pages of every language are without the policy that other files have', () => {
  const rules = read('public/_headers').matchAll(
    /^\/([a-z]{2})\/\*\n {2}! Content-Security-Policy\n(?! )/gm,
  )
  expect(Array.from(rules, ([, language]) => language).sort()).toEqual([...languages].sort())
})

test('every language has a picture for links', () => {
  expect(languages.filter((language) => !existsSync(`public/brand-${language}.png`))).toEqual([])
})

test('no other file names the addresses of the languages', () => {
  const named = new RegExp(`(?<!\\w)/(?:${languages.join('|')})(?![\\w.-])`)
  const files = globSync('{src,harness,scripts}/**/*.{ts,tsx,astro,js,mjs,json,css}').concat(
    globSync('*.{toml,json,mjs}').filter((file) => file !== 'package-lock.json'),
    globSync('public/{_headers,*.txt}'),
  )
  expect(files.length).toBeGreaterThan(500)
  expect(files.filter((file) => named.test(read(file))).sort()).toEqual(['public/_headers'])
})

test('no text is chosen by a language named in code', () => {
  const chosen = /[tT]exts?\.(?:ja|en)\b|[tT]extJa\b/
  const found = globSync('{src,scripts}/**/*.{ts,tsx,astro}').filter((file) =>
    chosen.test(read(file)),
  )
  expect(found).toEqual(['src/stores/language.ts'])
})

test('the languages have one list, beside the contract’s keys', () => {
  const listed = /ja ?\| ?en|'(?:ja|en)',? ?(?:\| )?'(?:ja|en)'/
  const found = globSync('{src,harness,scripts}/**/*.{ts,tsx,astro,js,mjs}')
    .concat('astro.config.mjs')
    .filter((file) => listed.test(read(file)))
  expect(found).toEqual(['src/domain/language.ts', 'src/domain/texts-by-language.ts'])
})
