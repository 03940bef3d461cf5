// Cloudflare's edge in front of the worker, for the local server: static files first, the
// client's address, compression. It runs inside the worker's own isolate, so it costs no hop.
// `serve.ts` adds it to the built modules; `edge-settings.mjs` is made there.
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import worker from './entry.mjs'
import { brotliAccepted, staticPaths } from './edge-settings.mjs'

export * from './entry.mjs'
export { default } from './entry.mjs'
/** The worker itself, for measuring: Miniflare leads the default entrypoint through its assets first. */
export const Worker = worker

const compressible =
  /^(text\/|image\/svg\+xml|application\/(javascript|json|manifest\+json|xml|wasm))/

/** Compressed bytes by encoding and entity tag: the edge, too, compresses a page once for many readers. */
const kept = new Map()
const MAX_KEPT = 200

const takesGzip = /\bgzip\b(?!\s*;\s*q=0(?![.]0*[1-9]))/

const encoders = {
  br: (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (bytes) => gzipSync(bytes),
}

/** The compressed in the first encoding that the client takes, as the edge would encode it. */
function compressed(accepted, request, response) {
  const { headers } = response
  if (headers.has('Content-Encoding')) return response
  // The body after that: asking for it makes a stream of what the response holds in memory.
  const { status, body } = response
  if (status === 101 || !body) return response
  if (!compressible.test(headers.get('Content-Type') ?? '')) return response
  if (headers.get('Cache-Control')?.includes('no-transform')) return response
  const encoding = brotliAccepted.test(accepted)
    ? 'br'
    : takesGzip.test(accepted)
      ? 'gzip'
      : undefined
  if (!encoding) return response
  const tag = headers.get('ETag')
  if (!tag || request.method !== 'GET' || status !== 200)
    return encoded(response, body, encoding, tag)
  const name = `${encoding} ${tag}`
  const known = kept.get(name)
  if (known) return encoded(response, known, encoding, tag)
  return response.arrayBuffer().then((bytes) => {
    if (kept.size >= MAX_KEPT) kept.clear()
    kept.set(name, encoders[encoding](new Uint8Array(bytes)))
    return encoded(response, kept.get(name), encoding, tag)
  })
}

function encoded(response, body, encoding, tag) {
  const encodeBody = body === response.body ? 'automatic' : 'manual'
  const { status, headers } = response
  const compressed = new Response(body, { status, headers, encodeBody })
  compressed.headers.set('Content-Encoding', encoding)
  if (!headers.get('Vary')?.includes('Accept-Encoding'))
    compressed.headers.append('Vary', 'Accept-Encoding')
  compressed.headers.delete('Content-Length')
  if (tag && !tag.startsWith('W/')) compressed.headers.set('ETag', `W/${tag}`)
  return compressed
}

function pathOf(url) {
  const start = url.indexOf('/', 8)
  const end = url.indexOf('?', start)
  return end < 0 ? url.slice(start) : url.slice(start, end)
}

/** Whether workerd is near its limit of file descriptors, beyond which it would end. */
let isFull = false

/** Where `serve.ts` says so: PUT while it is, DELETE once it no longer is. */
export const OpenFiles = {
  fetch(request) {
    isFull = request.method === 'PUT'
    return new Response()
  },
}

let revision = 0

/** Where `serve.ts` changes variables: PATCH of an object of texts, `null` for one that is removed. */
export const Variables = {
  async fetch(request, env) {
    for (const [name, value] of Object.entries(await request.json())) {
      if (value === null) delete env[name]
      else env[name] = value
    }
    env.VARIABLES_REVISION = String(++revision)
    return new Response()
  },
}

const refusal = () =>
  new Response(
    'This server has as many open connections as its limit of open files (ulimit -n) allows. Try again in a moment.\n',
    { status: 503, headers: { 'Content-Type': 'text/plain', 'Retry-After': '5' } },
  )

/** The entrypoint that the local server's socket leads to. */
export const LocalEdge = {
  fetch(request, env, ctx) {
    if (isFull) return refusal()
    const response = answered(request, env, ctx)
    const accepted = request.headers.get('Accept-Encoding')
    if (!accepted) return response
    if (response instanceof Response) return compressed(accepted, request, response)
    return response.then((response) => compressed(accepted, request, response))
  },
}

function answered(request, env, ctx) {
  const path = pathOf(request.url)
  const isStatic = staticPaths.has(path) && /^(GET|HEAD)$/.test(request.method)
  if (isStatic && URL.canParse(request.url)) return env.ASSETS.fetch(request)
  // Only services ask who is calling; copying every request would halve the rate of pages.
  if (path.startsWith('/service/') && !request.headers.has('CF-Connecting-IP')) {
    request = new Request(request)
    request.headers.set('CF-Connecting-IP', '127.0.0.1')
  }
  return worker.fetch(request, env, ctx)
}
