// Main module that counts costs: records each D1 statement and Durable Object call under the kind of its request. `GET
// /__costs` returns the costs, `GET /__statements` the distinct statements.
import { AsyncLocalStorage } from 'node:async_hooks'
import { staticPaths } from './edge-settings.mjs'
import * as local from './local-edge.mjs'

export * from './local-edge.mjs'
export { default } from './local-edge.mjs'

const kind = new AsyncLocalStorage()
/** @type {Record<string, Record<string, number>>} */
const costs = {}
const statements = new Set()

function add(name, what, count = 1) {
  const of = (costs[name] ??= {
    requests: 0,
    failures: 0,
    statements: 0,
    rowsRead: 0,
    rowsWritten: 0,
    objectWrites: 0,
    objectReads: 0,
    logs: 0,
    activeMs: 0,
  })
  of[what] += count
}

/** Calls in flight per object, and the start of the first. */
const active = new WeakMap()

/** Overlapping calls of an object count once, under the first. */
function begin(object, name) {
  const state = active.get(object) ?? { calls: 0, since: 0, name }
  active.set(object, state)
  if (state.calls++ === 0) Object.assign(state, { since: Date.now(), name })
  return () => {
    if (--state.calls === 0) add(state.name, 'activeMs', Date.now() - state.since)
  }
}

for (const level of ['debug', 'info', 'warn', 'error', 'log']) {
  const original = console[level]
  console[level] = (...args) => {
    add(kind.getStore() ?? 'outside requests', 'logs')
    original(...args)
  }
}

/** Counts a method as a kind of its own, not under the request that calls it. */
function counted(prototype, method, name) {
  const original = prototype[method]
  prototype[method] = function (...args) {
    if (this.ctx?.storage?.put) patchStorage(this.ctx.storage)
    add(name, 'requests')
    const end = begin(this, name)
    return kind.run(name, async () => {
      try {
        return await original.apply(this, args)
      } finally {
        end()
      }
    })
  }
}

counted(local.Pages.prototype, 'fetch', 'render of a page')
for (const method of ['fetch', 'announce', 'report', 'alarm', 'webSocketClose'])
  counted(local.Room.prototype, method, `room: ${method}`)

let isStoragePatched = false

/** Durable Object storage is billed by rows, as D1 is. */
function patchStorage(storage) {
  if (isStoragePatched) return
  isStoragePatched = true
  const prototype = Object.getPrototypeOf(storage)
  for (const method of ['put', 'delete', 'setAlarm']) {
    const original = prototype[method]
    prototype[method] = function (key, ...rest) {
      const rows = method === 'put' && typeof key === 'object' ? Object.keys(key).length : 1
      add(kind.getStore() ?? 'outside requests', 'objectWrites', rows)
      return original.call(this, key, ...rest)
    }
  }
}

let isPatched = false

/** All statements of all bindings go through one method of the session. */
function patchDatabase(db) {
  if (isPatched) return
  isPatched = true
  let prototype = db.withSession()
  while (prototype && !Object.hasOwn(prototype, '_send'))
    prototype = Object.getPrototypeOf(prototype)
  if (!prototype) throw new Error('D1 has no _send to count at')
  const send = prototype._send
  prototype._send = async function (...args) {
    const response = await send.apply(this, args)
    const name = kind.getStore() ?? 'outside requests'
    for (const sql of [args[1]].flat()) statements.add(sql)
    for (const { meta } of Array.isArray(response) ? response : [response]) {
      add(name, 'statements')
      add(name, 'rowsRead', meta?.rows_read ?? 0)
      add(name, 'rowsWritten', meta?.rows_written ?? 0)
    }
    return response
  }
}

let isBucketPatched = false

function patchBucket(bucket) {
  if (isBucketPatched || !bucket) return
  isBucketPatched = true
  const prototype = Object.getPrototypeOf(bucket)
  const get = prototype.get
  prototype.get = function (...args) {
    add(kind.getStore() ?? 'outside requests', 'objectReads')
    return get.apply(this, args)
  }
}

function kindOf(request) {
  const { pathname } = new URL(request.url)
  if (staticPaths.has(pathname)) return 'static file'
  const path = pathname.replace(/^(\/picture|\/_astro)\/.*/, '$1/…')
  return `${request.method} ${path}`
}

export const LocalEdge = {
  fetch(request, env, ctx) {
    patchDatabase(env.DB)
    patchBucket(env.PICTURES)
    const name = kindOf(request)
    if (name === 'GET /__costs') return Response.json(costs)
    if (name === 'GET /__statements') return Response.json([...statements])
    add(name, 'requests')
    return kind.run(name, async () => {
      const response = await local.LocalEdge.fetch(request, env, ctx)
      if (response.status >= 400) add(name, 'failures')
      return response
    })
  },
}
