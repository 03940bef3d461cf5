import { existsSync, readFileSync } from 'node:fs'
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
