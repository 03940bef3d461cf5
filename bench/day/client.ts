import type { App } from '../../harness/app.ts'

interface DayResponse {
  status: number
  text: string
  etag: string | null
}

export interface Client {
  /** Asks as one person behind an address; an answer that was not expected is an error of the day. */
  send(person: number, method: string, path: string, options?: RequestOptions): Promise<DayResponse>
  errors: string[]
  /** Requests under way now and at most. */
  underWay: { now: number; most: number }
}

interface RequestOptions {
  body?: object
  token?: string
  headers?: Record<string, string>
  expected?: number[]
}

export function client(app: App): Client {
  const errors: string[] = []
  const underWay = { now: 0, most: 0 }
  return {
    errors,
    underWay,
    async send(person, method, path, { body, token, headers, expected = [200] } = {}) {
      underWay.most = Math.max(underWay.most, ++underWay.now)
      try {
        const response = await app.fetch(path, {
          method,
          headers: {
            'Accept-Encoding': 'identity',
            'CF-Connecting-IP': `10.${person >> 16}.${(person >> 8) & 255}.${person & 255}`,
            ...(body && { 'Content-Type': 'application/json' }),
            ...(token && { Authorization: `Bearer ${token}` }),
            ...headers,
          },
          ...(body && { body: JSON.stringify(body) }),
        })
        const text = await response.text()
        if (!expected.includes(response.status))
          errors.push(`${method} ${path.split('?')[0]}: ${response.status} ${text.slice(0, 120)}`)
        return { status: response.status, text, etag: response.headers.get('ETag') }
      } catch (error) {
        errors.push(`${method} ${path.split('?')[0]}: ${String(error)}`)
        return { status: 0, text: '', etag: null }
      } finally {
        underWay.now--
      }
    },
  }
}
