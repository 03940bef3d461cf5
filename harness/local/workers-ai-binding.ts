import { readFileSync } from 'node:fs'
import type { V4WorkerOptions } from 'miniflare'
import { inProject } from './run.ts'

export function workersAi() {
  const name = 'workers-ai'
  const worker = {
    name,
    modules: [
      {
        type: 'ESModule',
        path: 'workers-ai.mjs',
        contents: readFileSync(inProject('harness/local/workers-ai.mjs'), 'utf8'),
      },
    ],
    compatibilityDate: '2026-10-01',
  } as V4WorkerOptions
  return { worker, binding: { AI: { name, entrypoint: 'WorkersAi' } } }
}
