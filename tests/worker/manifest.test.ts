import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import en from '../../locales/en.json' with { type: 'json' }
import ja from '../../locales/ja.json' with { type: 'json' }
import { languages } from '../../src/domain/language.ts'
import { sharedApp } from '../../harness/own-app.ts'

interface Manifest {
  start_url: string
  scope: string
  lang: string
  name: string
  short_name: string
  display: string
  theme_color: string
  background_color: string
  icons: { src: string; sizes: string; type: string; purpose: string }[]
  shortcuts: { url: string }[]
}

const locales = { ja, en }
const app = await sharedApp()

async function file(path: string): Promise<Buffer> {
  const response = await app.fetch(path)
  expect(response.status, path).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

function sizeOf(png: Buffer): string {
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`
}

describe.each(languages)('the manifest in %s', (language) => {
  let manifest: Manifest

  beforeAll(async () => {
    const page = await (await app.fetch(`/${language}`)).text()
    const [, address = ''] = /<link rel="manifest" href="([^"]+)"/.exec(page) ?? []
    const response = await app.fetch(address)
    expect(response.headers.get('Content-Type')).toMatch(/^application\/manifest\+json/)
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=86400')
    expect(response.headers.get('Set-Cookie')).toBeNull()
    manifest = await response.json()
  })

  test('has its language’s words', () => {
    expect(manifest.lang).toBe(language)
    expect(manifest.short_name).toBe(locales[language]['site.name'])
    expect(manifest.name).toBe(locales[language]['site.name'])
  })

  test('starts at a page within its scope, in whichever language was chosen', async () => {
    expect(manifest.display).toBe('standalone')
    for (const address of [manifest.start_url, ...manifest.shortcuts.map(({ url }) => url)]) {
      expect(address.startsWith(manifest.scope)).toBe(true)
      const response = await app.fetch(address, { headers: { Cookie: `Language=${language}` } })
      expect(response.status).toBe(200)
      expect(response.headers.get('Set-Cookie')).toBeNull()
      expect(response.headers.get('Content-Language')).toBe(language)
    }
  })

  test('has the colours of the light tokens', () => {
    const tokens = readFileSync('src/styles/tokens.css', 'utf8')
    const [, paper] = /--paper: light-dark\((#\w+)/.exec(tokens) ?? []
    expect(manifest.theme_color).toBe(paper)
    expect(manifest.background_color).toBe(paper)
  })

  test('has icons of the sizes that it states', async () => {
    for (const { src, sizes, type } of manifest.icons) {
      const picture = await file(src)
      if (type === 'image/png') expect(sizeOf(picture), src).toBe(sizes)
      else expect(picture.toString()).toMatch(/^<svg /)
    }
    const stated = manifest.icons.map(({ sizes, purpose }) => `${purpose} ${sizes}`)
    const needed = ['any 192x192', 'any 512x512', 'maskable 512x512']
    expect(stated).toEqual(expect.arrayContaining(needed))
  })
})

test('icons have the addresses that browsers try by default', async () => {
  expect(sizeOf(await file('/apple-touch-icon.png'))).toBe('180x180')
  const ico = await file('/favicon.ico')
  expect([...ico.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32])
  expect(sizeOf(ico.subarray(ico.readUInt32LE(18)))).toBe('32x32')
  expect((await file('/favicon.svg')).toString()).toMatch(/^<svg /)
})

test('the service worker is revalidated each time, and is small', async () => {
  const response = await app.fetch('/service-worker.js')
  expect(response.headers.get('Content-Type')).toMatch(/^text\/javascript/)
  expect(response.headers.get('Cache-Control')).toBe('no-cache')
  expect(response.headers.get('Content-Security-Policy')).toMatch(
    /^default-src 'none'; connect-src 'self'/,
  )
  const script = await response.text()
  // A single file: after the next deployment the browser could not load imports.
  expect(script).not.toMatch(/\bimport\b/)
  expect(brotliCompressSync(script).length).toBeLessThanOrEqual(2048)
})
