import type { HotPayload, Plugin } from 'vite'
import { WORKER_ENTRY } from './worker-entry.ts'

/**
 * After a change Astro has invalidated the changed module and its importers, and makes workerd load every module again,
 * each import by a request of its own. An update of the entry loads only the invalidated ones.
 */
export const reloadChanged: Plugin = {
  name: 'reload-changed',
  apply: 'serve',
  configureServer({ environments: { ssr } }) {
    if (!ssr) return
    const send = ssr.hot.send.bind(ssr.hot) as (...message: unknown[]) => void
    ssr.hot.send = (...message: [payload: HotPayload] | [event: string, data?: unknown]) => {
      const [payload] = message
      const entry = ssr.moduleGraph.getModuleById(`\0${WORKER_ENTRY}`)
      // A reload without a file is Vite's own, of dependencies that it has bundled again.
      const isChange =
        typeof payload === 'object' && payload.type === 'full-reload' && payload.triggeredBy
      if (!entry || !isChange) return send(...message)
      void ssr.reloadModule(entry)
    }
  },
}
