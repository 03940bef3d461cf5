import {
  createServer,
  request as startRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ServiceName } from '../src/contract/bases.ts'
import type { App } from './app.ts'
import { stopServer } from './stop-server.ts'

/** Returns true when it has responded itself; otherwise the request goes to the service. */
export type Interfere = (request: IncomingMessage, response: ServerResponse) => boolean

export interface ServiceProxy {
  /** Handler of requests from now on; without one all reach the service. */
  interfere(how?: Interfere): void
  /** Changes the JSON of the service's responses. */
  rewrite(how: (body: string) => string): void
  stop(): Promise<void>
}

/** A proxy between the site and one of its remote services. */
export async function startProxy(app: App, name: ServiceName): Promise<ServiceProxy> {
  const variable = `${name.toUpperCase()}_SERVICE_URL`
  const bindings = await app.miniflare.getBindings<Record<string, string>>('ichimon')
  const { origin, pathname } = new URL(bindings[variable]!)
  let interfere: Interfere = () => false
  let rewrite = (body: string) => body

  const server = createServer((request, response) => {
    response.on('error', () => {})
    if (interfere(request, response)) return
    const { method, headers, url } = request
    const forwarded = startRequest(new URL(url!, origin), { method, headers }, async (upstream) => {
      const parts: Buffer[] = []
      for await (const part of upstream) parts.push(part as Buffer)
      const whole = Buffer.concat(parts)
      const isJson = upstream.headers['content-type']?.startsWith('application/json')
      const headers = { ...upstream.headers }
      for (const name of ['content-length', 'transfer-encoding']) delete headers[name]
      response.writeHead(upstream.statusCode!, headers)
      response.end(isJson ? rewrite(whole.toString()) : whole)
    })
    forwarded.on('error', () => response.destroy())
    request.pipe(forwarded)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await app.setVars({ [variable]: `http://127.0.0.1:${port}${pathname}` })
  return {
    interfere: (how = () => false) => (interfere = how),
    rewrite: (how) => (rewrite = how),
    stop: () => stopServer(server),
  }
}
