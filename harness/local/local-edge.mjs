// Cloudflare's edge for the local server: static files first, client address, compression. Runs in the worker's
// isolate, so it adds no hop. `serve.ts` adds it to the built modules and generates `edge-settings.mjs`.
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import worker, { Room as BuiltRoom } from './entry.mjs'
import { addressHeader, isLocalOnly, staticPaths } from './edge-settings.mjs'

export * from './entry.mjs'
export { default } from './entry.mjs'

const compressible =
  /^(text\/|image\/svg\+xml|application\/(javascript|json|manifest\+json|xml|atom\+xml|wasm))/

const bodies = new Map()
const MAX_BODIES = 200

const accepts = {
  br: /(?:^|[,\s])br(?![\w-])(?!\s*;\s*q=0(?![.]0*[1-9]))/i,
  gzip: /\bgzip\b(?!\s*;\s*q=0(?![.]0*[1-9]))/,
}

/** Static files get quality 11. Pages get 9 with a 64 KB window: ~1 ms, and 10 % smaller than Cloudflare's 4. */
function brotli(bytes, isFile) {
  const quality = { [constants.BROTLI_PARAM_QUALITY]: isFile ? 11 : 9 }
  const window = isFile ? {} : { [constants.BROTLI_PARAM_LGWIN]: 16 }
  return brotliCompressSync(bytes, { params: { ...quality, ...window } })
}

const compress = (bytes, encoding, isFile) =>
  encoding === 'br' ? brotli(bytes, isFile) : gzipSync(bytes)

function compressed(accepted, request, response) {
  const encoding = accepts.br.test(accepted) ? 'br' : accepts.gzip.test(accepted) ? 'gzip' : ''
  const { headers, status } = response
  if (!encoding || status === 101 || status === 206) return response
  const tag = request.method === 'GET' && status === 200 && headers.get('ETag')
  const known = tag && bodies.get(`${encoding} ${tag}`)
  if (known) return encoded(response, known, encoding)
  const { body } = response
  if (!body || !compressible.test(headers.get('Content-Type') ?? '')) return response
  if (headers.has('Content-Encoding') || headers.get('Cache-Control')?.includes('no-transform'))
    return response
  if (!tag) return encoded(response, { body }, encoding)
  const isFile = headers.get('Cache-Control')?.includes('immutable')
  return response.arrayBuffer().then((bytes) => {
    const small = { body: compress(new Uint8Array(bytes), encoding, isFile), isFile }
    if (bodies.size >= MAX_BODIES) bodies.clear()
    bodies.set(`${encoding} ${tag}`, small)
    return encoded(response, small, encoding)
  })
}

function encoded(response, { body, isFile }, encoding) {
  const encodeBody = body instanceof ReadableStream ? 'automatic' : 'manual'
  const { status } = response
  const result = new Response(body, { status, headers: response.headers, encodeBody })
  const { headers } = result
  headers.set('Content-Encoding', encoding)
  // Pages set these headers themselves.
  const tag = headers.get('ETag')
  if (tag?.startsWith('W/')) return result
  headers.append('Vary', 'Accept-Encoding')
  headers.delete('Content-Length')
  if (tag) headers.set('ETag', `W/${tag}`)
  // Immutable: the address contains the hash.
  if (isFile) for (const name of ['ETag', 'CF-Cache-Status']) headers.delete(name)
  return result
}

function pathOf(url) {
  const start = url.indexOf('/', 8)
  const end = url.indexOf('?', start)
  return end < 0 ? url.slice(start) : url.slice(start, end)
}

/** Whether workerd is near its limit of file descriptors, or about to end. */
let refuses = false
const openCalls = new Set()

/** Control endpoint for `serve.ts`: PUT and POST refuse requests, DELETE ends that; POST waits for the open calls. */
export const Admission = {
  async fetch({ method }) {
    refuses = method !== 'DELETE'
    if (method === 'POST') await Promise.allSettled(openCalls)
    return new Response()
  },
}

export class Room extends BuiltRoom {
  async ring() {
    if ((await this.ctx.storage.getAlarm()) === null) return
    await this.ctx.storage.deleteAlarm()
    await this.alarm()
  }
}

let revision = 0

/** Control endpoint for `serve.ts`: POST to a room's name rings it; PATCH with variables, `null` removes one. */
export const Variables = {
  async fetch(request, env) {
    if (request.method === 'POST') {
      await env.ROOM.get(env.ROOM.idFromName(await request.text())).ring()
      return new Response()
    }
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
    'This server is ending, or has as many open connections as its limit of open files (ulimit -n) allows. Try again in a moment.\n',
    { status: 503, headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Retry-After': '5' } },
  )

const LOCAL_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

const notLocal = () =>
  new Response(
    'npm start is a demonstration that shows everybody’s mail. It serves this machine only.\nFor a community: npm run serve -- --help\n',
    { status: 421, headers: { 'Content-Type': 'text/plain; charset=utf-8' } },
  )

export const LocalEdge = {
  fetch(request, env, ctx) {
    if (refuses) return refusal()
    if (isLocalOnly && !LOCAL_HOST.test(request.headers.get('Host'))) return notLocal()
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
  // Only calls need the client's address; copying every request would halve the page rate.
  if (path.startsWith('/service/') || !/^(GET|HEAD)$/.test(request.method)) {
    const address = request.headers.get(addressHeader)?.split(',').at(-1).trim()
    request = new Request(request)
    request.headers.set('CF-Connecting-IP', address || '127.0.0.1')
    return counted(worker.fetch(request, env, ctx))
  }
  return worker.fetch(request, env, ctx)
}

async function counted(call) {
  openCalls.add(call)
  try {
    return await call
  } finally {
    openCalls.delete(call)
  }
}
