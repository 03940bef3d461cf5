import type { FetchResult } from 'vite/module-runner'
import { WORKER_ENTRY, type WithImports } from './worker-entry.ts'

/**
 * Runs in workerd, before the worker's own modules. Vite's module runner asks for each import of each module by a request of
 * its own; from here on, the response to one brings the modules that it imports (`send-imports.ts`), and requests for these
 * are answered here.
 */

/** The runner's connection to Vite, which its interface does not show. Without it, everything works one by one. */
interface Transport {
  invoke(name: string, data: unknown[]): Promise<unknown>
}
const { hmrClient } = (import.meta.hot ?? {}) as { hmrClient?: { transport?: Transport } }
const transport = hmrClient?.transport

/** Modules by their URL: the text of one that the runner has not taken yet, or that it has the current one. */
const received = new Map<string, FetchResult>()

if (transport?.invoke) {
  const invoke = transport.invoke.bind(transport)
  transport.invoke = async (name, data) => {
    if (name !== 'fetchModule') return invoke(name, data)
    const [url, importer, options] = data as [string, string | undefined, { cached?: boolean }]
    // After each change the entry is loaded again, and with it all that has changed.
    if (url.includes(WORKER_ENTRY))
      for (const [one, module] of received) if ('cache' in module) received.delete(one)
    const known = received.get(url)
    if (known && (options.cached || !('cache' in known))) {
      received.set(url, { cache: true })
      return known
    }
    const response = await invoke(name, [url, importer, { ...options, withImports: true }])
    const { imports = [], ...result } = response as WithImports
    for (const [imported, module] of imports)
      if (!('cache' in module) || !received.has(imported)) received.set(imported, module)
    return result
  }
}
