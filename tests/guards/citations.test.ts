import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, it } from 'vitest'
import { inProject, root } from '../../harness/local/run.ts'

const files = globSync(
  '{*.md,docs/**/*.md,src/**/*.{ts,tsx,astro,mjs,css},{harness,scripts,tests,bench}/**/*.{ts,mjs},migrations/*.sql}',
  { cwd: root },
)

const read = (file: string) => readFileSync(inProject(file), 'utf8')

function anchorsOf(file: string): Set<string> {
  const headings = Array.from(read(file).matchAll(/^#{1,6} (.+)$/gm), ([, text = '']) => text)
  return new Set(
    headings.map((text) =>
      text
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replace(/\s/g, '-'),
    ),
  )
}

/** Citations in code (`docs/<file>.md#<heading>`), and relative links in documents. */
function citationsOf(file: string): { path: string; anchor: string | undefined }[] {
  const text = read(file)
  const named = Array.from(text.matchAll(/\bdocs\/([\w/-]+\.md)(?:#([\w-]+))?/g))
  const linked = file.endsWith('.md')
    ? Array.from(text.matchAll(/\]\(((?:\.\.?\/)*[\w/-]+\.md)(?:#([\w-]+))?\)/g))
    : []
  return [
    ...named.map(([, path = '', anchor]) => ({ path: `docs/${path}`, anchor })),
    ...linked.map(([, path = '', anchor]) => ({
      path: normalize(join(dirname(file), path)),
      anchor,
    })),
  ]
}

it('cites documents and headings that exist', () => {
  const broken = files.flatMap((file) =>
    citationsOf(file)
      .filter(
        ({ path, anchor }) =>
          !existsSync(inProject(path)) || (anchor !== undefined && !anchorsOf(path).has(anchor)),
      )
      .map(({ path, anchor }) => `${file}: ${path}${anchor ? `#${anchor}` : ''}`),
  )
  expect(broken).toEqual([])
})

/** Generated files, and a file of an example. */
const notStored = ['edge-settings.mjs', 'src/worker/services/user/motto.ts']

it('names source files that exist', () => {
  const stored = globSync('{*,{.github,docs,src,harness,scripts,tests,bench,migrations}/**/*}', {
    cwd: root,
  }).map((path) => `/${path}`)
  const missing = files.flatMap((file) =>
    Array.from(
      read(file).matchAll(/`(?:\.{1,2}\/)*([\w[\].-][\w[\]./-]*\.(?:tsx?|astro|mjs|css|sql))`/g),
      ([, path = '']) => path,
    )
      .filter(
        (path) => !notStored.includes(path) && !stored.some((one) => one.endsWith(`/${path}`)),
      )
      .map((path) => `${file}: ${path}`),
  )
  expect(missing.filter((line) => !line.startsWith('CHANGELOG.md'))).toEqual([])
})
