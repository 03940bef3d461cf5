import type { Plugin } from 'vite'

/** Removes unused modules from the worker: each cold start reads and compiles all of them. */
const unused = [
  // Messages in 45 languages.
  { id: /\/zod\/v4\/locales\/index\.js$/, code: "export { default as en } from './en.js'" },
  // `renderToString`; Astro uses `renderToReadableStream`.
  { id: /\/react-dom-server-legacy\.[^/]+\.js$/, code: 'module.exports = {}' },
]

export const smallWorker = {
  name: 'small-worker',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'ssr',
  transform: {
    order: 'pre',
    filter: { id: unused.map(({ id }) => id) },
    handler: (_code, id) => unused.find((one) => one.id.test(id))?.code,
  },
} satisfies Plugin
