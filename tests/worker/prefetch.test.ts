import { expect, it } from 'vitest'
import { sharedApp } from '../../harness/own-app.ts'

const app = await sharedApp()
await app.todaysQuestionId()

it.each([
  ['Sec-Purpose', 'prefetch;anonymous-client-ip'],
  ['Purpose', 'prefetch'],
  ['X-Purpose', 'preview'],
  ['X-Moz', 'prefetch'],
])(
  'stores no language for %s: %s, and hands its answer to nobody who opens it',
  async (name, purpose) => {
    const prefetch = { headers: { [name]: purpose } }
    expect((await app.fetch('/en/login', prefetch)).headers.get('Set-Cookie')).toBeNull()
    expect((await app.fetch('/en', prefetch)).headers.get('Set-Cookie')).toBeNull()
    for (let count = 0; count < 3; count++)
      expect((await app.fetch('/en')).headers.get('Set-Cookie')).toMatch(/^Language=en;/)
    const ahead = await app.fetch('/en', prefetch)
    expect(ahead.status).toBe(200)
    expect(ahead.headers.get('Set-Cookie')).toBeNull()
  },
)

it('begins with all scripts of a form, which import each other', async () => {
  const html = await (await app.fetch('/en/login')).text()
  const [head = ''] = html.split('</head>')
  const named = Array.from(head.matchAll(/modulepreload" href="([^"]+)/g), ([, path]) => path!)
  expect(named).toContain(/component-url="([^"]+)"/.exec(html)![1])
  for (const path of named) {
    const script = await (await app.fetch(path)).text()
    const imported = script.matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g)
    expect(named).toEqual(
      expect.arrayContaining(Array.from(imported, ([, file]) => `/_astro/${file}`)),
    )
  }
})
