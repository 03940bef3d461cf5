// Main module that counts costs: records each D1 statement and Durable Object call under the kind of its request. `GET
// /__costs` returns the costs, `GET /__statements` the distinct statements.
import { AsyncLocalStorage } from 'node:async_hooks'
import { staticPaths } from './edge-settings.mjs'
import * as local from './local-edge.mjs'

export * from './local-edge.mjs'
export { default } from './local-edge.mjs'

const kind = new AsyncLocalStorage()
const costs = {}
const statements = new Set()

function add(what, count = 1) {
  const of = (costs[kind.getStore() ?? 'outside requests'] ??= {})
  of[what] = (of[what] ?? 0) + count
}

/** Counts a method as a kind of its own, not under the request that calls it. */
function counted(prototype, method, name) {
  const original = prototype[method]
  prototype[method] = function (...args) {
    if (this.ctx?.storage?.put) patchStorage(this.ctx.storage)
    return kind.run(name, () => {
      add('requests')
      return original.apply(this, args)
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
      add('objectWrites', rows)
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
    for (const sql of [args[1]].flat()) statements.add(sql)
    for (const { meta } of Array.isArray(response) ? response : [response]) {
      add('statements')
      add('rowsRead', meta?.rows_read ?? 0)
      add('rowsWritten', meta?.rows_written ?? 0)
    }
    return response
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
    const name = kindOf(request)
    if (name === 'GET /__costs') return Response.json(costs)
    if (name === 'GET /__statements') return Response.json([...statements])
    return kind.run(name, async () => {
      add('requests')
      const response = await local.LocalEdge.fetch(request, env, ctx)
      if (response.status >= 400) add('failures')
      return response
    })
  },
}
