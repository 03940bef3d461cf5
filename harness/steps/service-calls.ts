import { serviceBases, type ServiceName } from '../../src/contract/bases.ts'
import type { App } from '../app.ts'

export interface ServiceResponse {
  status: number
  headers: Headers
  // oxlint-disable-next-line typescript/no-explicit-any -- each test judges the shape it asked for
  body: any
}

export interface CallOptions {
  body?: unknown
  /** Sent verbatim instead of `body`. */
  raw?: string
  headers?: Record<string, string>
  token?: string
  /** Client address, as Cloudflare sends it. */
  from?: string
}

export async function call(
  app: App,
  service: ServiceName,
  line: string,
  options: CallOptions = {},
): Promise<ServiceResponse> {
  const [method = '', path = ''] = line.split(' ')
  const body =
    options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body))
  const response = await app.fetch(`${serviceBases[service]}${path}`, {
    method,
    body: body ?? null,
    headers: {
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(options.token && { Authorization: `Bearer ${options.token}` }),
      ...(options.from && { 'CF-Connecting-IP': options.from }),
      ...options.headers,
    },
  })
  const text = await response.text()
  const { status, headers } = response
  return { status, headers, body: text === '' ? {} : JSON.parse(text) }
}

/** Calls a service as a person; a GET sends its input as query. `body` of the response is the results, or the error. */
export async function callService(
  app: App,
  service: ServiceName,
  line: string,
  as: { authorization: string } | undefined,
  input: object = {},
): Promise<ServiceResponse> {
  const isGet = line.startsWith('GET ')
  const query = isGet ? `?${new URLSearchParams(input as Record<string, string>)}` : ''
  const response = await call(app, service, line + query, {
    body: isGet ? undefined : input,
    headers: as ? { Authorization: as.authorization } : {},
  })
  return { ...response, body: response.body.results ?? response.body }
}

/** The file of a person's own data. */
export async function exportOf(
  app: App,
  { authorization }: { authorization: string },
  format: 'html' | 'json' = 'html',
): Promise<string> {
  const path = `${serviceBases.comment}/comment/export?language=en&format=${format}`
  return (await app.fetch(path, { headers: { Authorization: authorization } })).text()
}

/**
 * `callService`, returning the results.
 * @throws Error when the call is refused
 */
export async function resultsOf(...call: Parameters<typeof callService>) {
  const { status, body } = await callService(...call)
  if (status >= 300) throw new Error(`${call[2]}: ${status} ${JSON.stringify(body)}`)
  return body
}
