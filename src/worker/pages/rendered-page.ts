import { config } from '../config/config.ts'
import { now } from '../config/clock.ts'
import { siteOrigin } from '../http/site-origin.ts'
import { type Language, localizedPath } from '../../domain/language.ts'
import { tokyoDay } from '../../domain/question-day.ts'
import { localize, normalizePath } from './locale.ts'
import { pageRoutes, sharedRoutes, type PageRoute } from './page-routes.ts'

/** Everything a rendered page depends on: no reader can change the page that others get. */
export interface RenderedPage {
  /** Renderer's address: language, path, declared parameters, the day of a daily page. */
  address: URL
  query: string
  language: Language
}

/** Rendered page of a URL; `undefined` for built pages, malformed parameters and other paths. */
export function renderedPage(url: URL, cookies: string | null, env: Env): RenderedPage | undefined {
  const isShared = sharedRoutes.includes(url.pathname)
  const { path, language } = localize(url.pathname, cookies)
  const route = isShared ? SHARED_ROUTE : pageRoutes[normalizePath(path)]
  if (route?.kind !== 'rendered') return undefined
  const parameters = pageParameters(url, route)
  if (!parameters) return undefined
  const query = new URLSearchParams(parameters).toString()
  if (route.isDaily) parameters['day'] = tokyoDay(now(env))
  const inner = isShared ? url.pathname : localizedPath(language, normalizePath(path))
  const origin = siteOrigin(env, url.href)
  const address = new URL(inner, origin)
  address.search = new URLSearchParams(parameters).toString()
  // Workers Cache keys have no host, so a page that contains its host gets it as a parameter.
  if (!config(env).publicOrigin) address.searchParams.set('site', origin)
  return { address, query, language }
}

const SHARED_ROUTE: PageRoute = { kind: 'rendered', parameters: {}, isDaily: true }

/** Declared parameters in the page's order; `undefined` when one is malformed. */
function pageParameters(url: URL, route: Extract<PageRoute, { kind: 'rendered' }>) {
  const parameters: Record<string, string> = {}
  for (const [name, pattern] of Object.entries(route.parameters)) {
    const value = url.searchParams.get(name)
    if (value === null) continue
    if (!pattern.test(value)) return undefined
    parameters[name] = value
  }
  return parameters
}
