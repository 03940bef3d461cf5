import { fileURLToPath } from 'node:url'
import type { DevEnvironment, EnvironmentModuleNode, Plugin, TransformResult } from 'vite'
import type { FetchFunctionOptions, FetchResult } from 'vite/module-runner'
import { WORKER_ENTRY, type WithImports } from './worker-entry.ts'

const RECEIVER = fileURLToPath(new URL('receive-imports.ts', import.meta.url))

/**
 * In development workerd would ask for some 2,000 imports of 550 modules one after another. With this plugin a response
 * brings all that a module imports (`receive-imports.ts` takes it apart): a dozen requests for the first page.
 */
export const sendImports: Plugin = {
  name: 'send-imports',
  apply: 'serve',
  transform: {
    filter: { id: new RegExp(`^\0${WORKER_ENTRY}$`) },
    handler: (code) => ({ code: `import ${JSON.stringify(RECEIVER)};${code}`, map: null }),
  },
  configureServer({ environments: { ssr } }) {
    if (ssr) ssr.fetchModule = fetchWithImports(ssr)
  },
}

interface Options extends FetchFunctionOptions {
  /** Set by `receive-imports.ts`. */
  withImports?: true
}

function fetchWithImports(ssr: DevEnvironment) {
  const fetchModule = ssr.fetchModule.bind(ssr)
  /** What workerd has, by the id of the module. */
  const sent = new Map<string, TransformResult>()
  const isCurrent = (module: EnvironmentModuleNode | undefined): boolean =>
    Boolean(module?.id && module.transformResult && sent.get(module.id) === module.transformResult)

  async function fetchOne(url: string, importer?: string, options?: Options): Promise<FetchResult> {
    if (isCurrent(await ssr.moduleGraph.getModuleByUrl(url))) {
      if (options?.cached) return { cache: true }
      // workerd has begun anew.
      sent.clear()
    }
    const result = await fetchModule(url, importer, { ...options, cached: false })
    if (!('code' in result)) return result
    const module = ssr.moduleGraph.getModuleById(result.id)
    if (module?.transformResult) sent.set(result.id, module.transformResult)
    // Vite takes a module for known that somebody else has asked for.
    return { ...result, invalidate: true }
  }

  async function addImports(
    url: string,
    options: Options,
    imports: Map<string, FetchResult>,
  ): Promise<void> {
    const module = await ssr.moduleGraph.getModuleByUrl(url)
    const importer = module?.file ?? module?.id ?? undefined
    const urls = module?.transformResult?.deps?.filter((one) => one.startsWith('/')) ?? []
    await Promise.all(
      urls.map(async (imported) => {
        if (imports.has(imported)) return
        imports.set(imported, { cache: true })
        try {
          imports.set(imported, await fetchOne(imported, importer, { ...options, cached: true }))
          await addImports(imported, options, imports)
        } catch {
          // workerd asks for it by itself, and gets the error.
          imports.delete(imported)
        }
      }),
    )
  }

  async function respond(url: string, importer: string | undefined, options: Options) {
    const imports = new Map<string, FetchResult>()
    const result = await fetchOne(url, importer, options)
    await addImports(url, options, imports)
    return { ...result, imports: [...imports] }
  }

  let last: Promise<unknown> = Promise.resolve()
  return (url: string, importer?: string, options?: Options): Promise<WithImports> => {
    if (!options?.withImports) return fetchModule(url, importer, options)
    // One after another, so that a module which changed in between does not arrive before its older text.
    const response = last.then(() => respond(url, importer, options))
    last = response.catch(() => {})
    return response
  }
}
