import { once } from 'node:events'
import { request, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** A GET with the path and the headers as they are given, `Host` too, which `fetch` would change. */
export async function rawGet(origin: string, path: string, headers: OutgoingHttpHeaders = {}) {
  const { port } = new URL(origin)
  const sent = request({ host: '127.0.0.1', port, path, headers }).end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const body = await buffer(response)
  const { statusCode: status, rawHeaders } = response
  return { status, headers: response.headers, rawHeaders, body, text: body.toString() }
}
