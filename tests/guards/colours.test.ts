import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { inProject, root } from '../../harness/local/run.ts'

const HEX = /#[\da-f]{6}\b/gi
const coloursIn = (file: string) =>
  (readFileSync(inProject(file), 'utf8').match(HEX) ?? []).map((colour) => colour.toLowerCase())

it('repeats only colours of tokens.css where CSS variables do not reach', () => {
  const tokens = new Set(coloursIn('src/styles/tokens.css'))
  const files = globSync(['src/**/*.{ts,tsx,js,astro,css}', 'public/*icon.svg'], { cwd: root })
  const strangers = files.flatMap((file) =>
    coloursIn(file).flatMap((colour) => (tokens.has(colour) ? [] : [`${file} ${colour}`])),
  )
  expect(strangers).toEqual([])
})
