import type { Address } from '../contract/call-types.ts'
import { type CallResult, unreached, warn } from './result.ts'
import { read } from './send.ts'
import { stored } from './storage.ts'

/** An upload without progress for this long is a network failure. */
const STALL_TIMEOUT_MS = 30_000

/**
 * Uploads a picture by XMLHttpRequest, since `fetch` has no progress; never throws.
 * @param onProgress the fraction sent, 0 to 1
 */
export function sendPicture(
  body: { picture: string; type: string },
  onProgress: (part: number) => void,
): Promise<CallResult<never[]>> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    let waiting: ReturnType<typeof setTimeout>
    const wait = () => {
      clearTimeout(waiting)
      waiting = setTimeout(() => request.abort(), STALL_TIMEOUT_MS)
    }
    request.open('PUT', '/service/user/v1/user/picture' satisfies Address)
    request.setRequestHeader('Content-Type', 'application/json')
    request.setRequestHeader('Authorization', `Bearer ${stored('AccessToken')}`)
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      wait()
      onProgress(total > 0 ? loaded / total : 0)
    })
    request.addEventListener('loadend', async () => {
      clearTimeout(waiting)
      const { status, responseText } = request
      const headers = new Headers()
      for (const line of request.getAllResponseHeaders().split('\r\n')) {
        const [name, value = ''] = line.split(': ', 2)
        if (name) headers.set(name, value)
      }
      const result: CallResult<never[]> = status
        ? await read(new Response(responseText || null, { status, headers }))
        : unreached
      if (!result.ok) warn('PUT /user/picture', result)
      resolve(result)
    })
    wait()
    request.send(JSON.stringify(body))
  })
}
