import type { Plugin } from 'vite'

/**
 * Keeps out of the worker what none of its pages and schemas use, since each cold start reads and compiles every module:
 * React's server renderer, because React only renders pages at build time, and zod's messages in 45 languages. A page that
 * the worker renders can therefore have no React island, which only the development server would show: the build fails.
 */
export const smallWorker = {
  name: 'small-worker',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'ssr',
  transform: {
    order: 'pre',
    filter: { id: /virtual:astro:renderers$|\/zod\/v4\/locales\/index\.js$/ },
    handler: (_code, id) =>
      id.endsWith('renderers')
        ? 'export const renderers = []'
        : "export { default as en } from './en.js'",
  },
  buildEnd() {
    for (const id of this.getModuleIds()) {
      if (!id.endsWith('.tsx')) continue
      const { importers = [], dynamicImporters = [] } = this.getModuleInfo(id) ?? {}
      const page = [...importers, ...dynamicImporters].find((other) => !other.endsWith('.tsx'))
      if (!page) continue
      const problem = `${page} is rendered by the worker, which has no React for its island ${id}`
      this.error(
        `${problem}. Build the page (\`prerender = true\`), or write it without the island.`,
      )
    }
  },
} satisfies Plugin
