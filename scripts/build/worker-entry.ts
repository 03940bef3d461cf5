import type { FetchResult } from 'vite/module-runner'

/** The module of `@cloudflare/vite-plugin` that imports the worker and accepts its updates. */
export const WORKER_ENTRY = 'virtual:cloudflare/worker-entry'

/** What Vite responds with for a module, and for each module that it imports, directly or not, by URL. */
export type WithImports = FetchResult & { imports?: [url: string, FetchResult][] }
