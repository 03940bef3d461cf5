import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { setTestVars, sharedApp } from '../../harness/own-app.ts'
import { pageRoutes } from '../../src/worker/pages/page-routes.ts'
import { rawGet } from '../../harness/raw-request.ts'

const app = await sharedApp()
const questionId = await app.todaysQuestionId()

/** Simulates https, which the local server lacks. The outbox is local only. */
const secure = (path: string) => {
  const host = path.startsWith('/dev/') ? 'localhost' : 'ichimon.example'
  return app.miniflare.dispatchFetch(`https://${host}${path}`, { redirect: 'manual' })
}

/** Directives by name; duplicates and a second policy fail. */
function directives(policy: string): Map<string, string> {
  expect(policy).not.toContain(',')
  const all = policy.split(';').flatMap((part) => part.trim() || [])
  const named = all.map((part): [string, string] => {
    const [name = '', ...sources] = part.split(' ')
    return [name, sources.join(' ')]
  })
  expect(new Set(named.map(([name]) => name)).size).toBe(named.length)
  return new Map(named)
}

const META = /<meta http-equiv="content-security-policy" content="([^"]*)"/i

const pages = [...Object.keys(pageRoutes), '/no_such_page'].map((path) =>
  /^\/(?:theme_details|add_post)$/.test(path) ? `${path}?themeID=${questionId}` : path,
)
const others = `/login/ /auth/social/start /dev/outbox /service/quest/v1/questionnaire /service/ip /service/nope
  /service/user/v1/user/me /picture/x /robots.txt /.well-known/security.txt`

/** Whose addresses hold a code or a token, the desk, and what is no page. */
const PRIVATE =
  /^\/(service|auth|dev|operator|offline|reset_password|email\/confirm|reminder\/end|unlock_code|secure_account|delete_account_proceed)\b/

test.each([...pages, ...others.split(/\s+/)])(
  '%s carries the headers that protect it',
  async (path) => {
    const response = await secure(path)
    const { headers } = response
    const meta = META.exec(await response.text())?.[1]
    const sent = directives(headers.get('Content-Security-Policy') ?? '')
    const inside = meta === undefined ? sent : directives(meta.replaceAll('&#39;', "'"))
    expect(sent.get('frame-ancestors')).toBe("'none'")
    expect(sent.get('require-trusted-types-for')).toBe("'script'")
    for (const name of ['default-src', 'base-uri']) expect(inside.get(name)).toBe("'none'")
    const scripts = `${inside.get('script-src')} ${sent.get('script-src')}`
    expect(scripts).not.toMatch(/unsafe|https?:|data:|\*/)
    expect(headers.get('Strict-Transport-Security')).toBe('max-age=63072000')
    expect(headers.get('Content-Type') ?? 'json').toMatch(/; charset=utf-8$|json/i)
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(headers.get('Cross-Origin-Opener-Policy')).toMatch(
      /^(same-origin-allow-popups|unsafe-none)$/,
    )
    expect(headers.get('Referrer-Policy')).toBe(
      PRIVATE.test(path) ? 'no-referrer' : 'strict-origin-when-cross-origin',
    )
    if (!pages.includes(path)) return
    expect(response.status).toBe(path === '/no_such_page' ? 404 : 200)
    // Pictures of the site, and nothing of another host.
    expect([...sent, ...inside].join(' ')).not.toMatch(/https?:|\*/)
    const merged = new Map([...inside, ...sent])
    expect(merged.get('default-src')).toBe("'none'")
    expect(merged.get('connect-src')).toBe("'self'")
    if (merged.has('img-src')) expect(merged.get('img-src')).toBe("'self' data: blob:")
  },
)

test('another site’s script reads the public documents and questions, and nothing else', async () => {
  const allowed = async (path: string) => {
    const { headers } = await app.fetch(path, { headers: { Origin: 'https://reader.example' } })
    const names = ['Access-Control-Allow-Origin', 'Cross-Origin-Resource-Policy']
    return names.map((name) => headers.get(name)).join(' ')
  }
  const question = '/service/quest/v1/question'
  const files = ['/service/openapi.json', '/feed/ja.xml', '/feed/en.xml']
  const reads = [`${question}naire`, question, `${question}/comment?questionId=${questionId}`]
  for (const path of [...files, ...reads]) expect(await allowed(path), path).toBe('* cross-origin')
  for (const path of [
    '/',
    `${question}/live`,
    '/service/ip',
    '/service/comment/v1/comment',
    '/service/user/v1/user/me',
    '/feed/fr.xml',
  ])
    expect(await allowed(path), path).toBe(' same-origin')
})

test.each(['/', '/recent_theme', '/terms', '/login', '/profile'])(
  '%s allows the inline scripts and styles that it has, and no other',
  async (path) => {
    const response = await app.fetch(path)
    const html = await response.text()
    const policy = META.exec(html)?.[1] ?? response.headers.get('Content-Security-Policy') ?? ''
    const elements = html.matchAll(
      /<(?:script|style)(?![^>]*json)[^>]*>([^]*?)<\/(?:script|style)>/g,
    )
    const inline = [...elements].flatMap(([, content]) => content || [])
    const hashes = inline.map((content) => createHash('sha256').update(content).digest('base64'))
    const allowed = [...policy.matchAll(/'sha256-([^']+)'/g)].map(([, hash]) => hash!)
    expect(inline.length).toBeGreaterThan(0)
    expect(new Set(allowed)).toEqual(new Set(hashes))
  },
)

test('the offline page, which shows stored pages, allows more than its own inline code', async () => {
  const html = await (await app.fetch('/offline')).text()
  const allowed = [...(META.exec(html)?.[1] ?? '').matchAll(/'sha256-/g)]
  const elements = [...html.matchAll(/<(script|style)\b/g)]
  expect(allowed.length).toBeGreaterThan(2 * elements.length)
})

test.each(['/icon.svg', '/robots.txt', '/manifest.ja.webmanifest'])(
  'the static file %s loads nothing and is what it says it is',
  async (path) => {
    const { headers } = await app.fetch(path)
    const policy = directives(headers.get('Content-Security-Policy') ?? '')
    expect(policy.get('default-src')).toBe("'none'")
    expect(policy.get('frame-ancestors')).toBe("'none'")
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
  },
)

test('the build’s files are sent compressed or plain, whole, and for a year', async () => {
  const path = /"(\/_astro\/Reading\.[^"]+\.js)"/.exec(await (await app.fetch('/')).text())![1]!
  const read = (headers: Record<string, string>, method = 'GET') =>
    app.fetch(path, { method, headers })
  const plain = await read({ 'Accept-Encoding': 'identity' })
  const script = await plain.text()
  expect(script).toContain('import')
  expect(plain.headers.get('Content-Encoding')).toBeNull()
  const packed = await read({ 'Accept-Encoding': 'br' })
  expect(packed.headers.get('Content-Encoding')).toBe('br')
  expect(await packed.text()).toBe(script)
  for (const { headers } of [plain, packed]) {
    expect(headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
    expect(headers.get('Content-Type')).toContain('javascript')
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
  }
  expect(packed.headers.get('Vary')).toBe('Accept-Encoding')
  // An island's retry of a script.
  const again = await app.fetch(`${path}?astro-retry=1`, { headers: { 'Accept-Encoding': 'br' } })
  expect(await again.text()).toBe(script)
  const part = await read({ 'Accept-Encoding': 'br', Range: 'bytes=0-9' })
  expect(part.status).toBe(200)
  expect(await part.text()).toBe(script)
  expect((await read({ 'Accept-Encoding': 'br' }, 'HEAD')).status).toBe(200)
})

test('a script of another build is not there, and a cache asks again', async () => {
  const missing = await app.fetch('/_astro/shared.00000000.js')
  expect(missing.status).toBe(404)
  expect(missing.headers.get('Cache-Control')).toBe('no-cache')
})

test('responses over plain HTTP have no Strict-Transport-Security: page, call, static file', async () => {
  for (const path of ['/', '/service/quest/v1/questionnaire', '/icon.svg'])
    expect((await app.fetch(path)).headers.get('Strict-Transport-Security')).toBeNull()
})

test('what binds other hosts of the domain is the operator’s choice', async () => {
  const hsts = async (value: string) => {
    await setTestVars(app, { HSTS: value })
    return (await secure('/login')).headers.get('Strict-Transport-Security')
  }
  expect(await hsts('subdomains')).toBe('max-age=63072000; includeSubDomains')
  expect(await hsts('preload')).toBe('max-age=63072000; includeSubDomains; preload')
})

test.each([
  ['//evil.example', '/evil.example'],
  ['///evil.example/', '/evil.example'],
  ['/\\evil.example', '/evil.example'],
  ['/ja//evil.example', '/ja/evil.example'],
  ['//evil.example/.html', '/evil.example'],
  ['/%5Cevil.example/', '/%5Cevil.example'],
])('%s stays on this site', async (path, to) => {
  expect((await rawGet(app.origin, path)).headers.location).toBe(to)
})

test('a page that is not there is none of those in the navigation', async () => {
  const current = async (path: string) =>
    (await (await app.fetch(path)).text()).match(/<a [^>]*aria-current="page"/g)?.length ?? 0
  expect(await current('/no_such_page')).toBe(0)
  expect(await current('/recent_theme')).toBeGreaterThan(0)
})

test('the desk is in no cache', async () => {
  const response = await app.fetch('/operator/cases')
  expect(response.headers.get('Cache-Control')).toBe('no-store')
})
