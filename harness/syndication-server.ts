import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { stopServer } from './stop-server.ts'

interface Taken {
  path: string
  headers: IncomingHttpHeaders
  // oxlint-disable-next-line typescript/no-explicit-any -- each test judges the body
  body: any
}

export interface SyndicationServer {
  origin: string
  /** Requests that were accepted, in their order. */
  taken: Taken[]
  /** The status of responses to these paths; others have their usual one. */
  refuse(path: string, status: number | undefined): void
  stop(): Promise<void>
}

export const BLUESKY = {
  handle: 'ichimon.bsky.example',
  password: 'app-password',
  did: 'did:plc:x',
}
export const MASTODON_TOKEN = 'a-token-of-mastodon'

/** Serves the HTTP responses of Bluesky, Mastodon and a webhook. */
export async function startSyndicationServer(): Promise<SyndicationServer> {
  const taken: Taken[] = []
  const refused = new Map<string, number>()
  const responseTo = ({ path, headers, body }: Taken): [number, object?] => {
    const status = refused.get(path)
    if (status) return [status]
    if (path.endsWith('createSession'))
      return body.identifier === BLUESKY.handle && body.password === BLUESKY.password
        ? [200, { accessJwt: 'jwt', did: BLUESKY.did }]
        : [401]
    if (path.endsWith('putRecord')) return [headers.authorization === 'Bearer jwt' ? 200 : 401, {}]
    if (path === '/api/v1/statuses')
      return [headers.authorization === `Bearer ${MASTODON_TOKEN}` ? 200 : 401, {}]
    return [path === '/hook' ? 204 : 404]
  }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body: unknown = JSON.parse(Buffer.concat(parts).toString())
      const one = { path: request.url ?? '', headers: request.headers, body }
      const [status, json] = responseTo(one)
      if (status < 300) taken.push(one)
      response.writeHead(status, { 'Content-Type': 'application/json' })
      response.end(json && JSON.stringify(json))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    refuse: (path, status) => void (status ? refused.set(path, status) : refused.delete(path)),
    stop: () => stopServer(server),
  }
}
