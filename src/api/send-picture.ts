import type { Address } from '../contract/call-types.ts'
import type { ErrorBody } from '../domain/errors.ts'
import { type CallResult, errorCode, warn } from './result.ts'
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
    request.addEventListener('loadend', () => {
      clearTimeout(waiting)
      const result = resultOf(request)
      if (!result.ok) warn('PUT /user/picture', result)
      resolve(result)
    })
    wait()
    request.send(JSON.stringify(body))
  })
}

function resultOf(request: XMLHttpRequest): CallResult<never[]> {
  const { status } = request
  if (status === 0) return { ok: false, error: 'network' }
  if (status === 202) return { ok: true, status, results: [] }
  const code = errorCode.somethingWentWrong
  let error: ErrorBody = { httpCode: status, errorCode: code, statusCode: code, message: '' }
  try {
    error = { ...error, ...JSON.parse(request.responseText) }
  } catch {
    // A response that is not JSON is judged by its status.
  }
  const retryAfter = Number(request.getResponseHeader('Retry-After')) || undefined
  const isMaintenance = request.getResponseHeader('Maintenance') !== null
  return { ok: false, error, retryAfter, isMaintenance }
}
