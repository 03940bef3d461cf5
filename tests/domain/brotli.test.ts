import { expect, it } from 'vitest'
import { acceptsBrotli, compressBody } from '../../src/worker/http/brotli.ts'

const request = (headers: Record<string, string>, clientAcceptEncoding?: string) =>
  Object.assign(new Request('https://ichimon.example/', { headers }), {
    cf: { clientAcceptEncoding },
  })

it.each([
  ['br', true],
  ['gzip, deflate, BR', true],
  ['gzip;q=1.0,br;q=0.5', true],
  ['br; q=0', false],
  ['br;Q=0.000', false],
  ['x-br', false],
  ['br-x', false],
  ['', false],
])('Accept-Encoding: %s', (accepted, expected) => {
  expect(acceptsBrotli(request({ 'Accept-Encoding': accepted }))).toBe(expected)
})

it('asks on Cloudflare for what the client accepts, since the edge accepts all', () => {
  const edge = { 'Accept-Encoding': 'gzip, br', 'CF-Ray': '1' }
  expect(acceptsBrotli(request(edge, 'gzip'))).toBe(false)
  expect(acceptsBrotli(request(edge, 'gzip, br'))).toBe(true)
  expect(acceptsBrotli(request(edge))).toBe(true)
})

it.each([
  [100, false],
  [50_000, true],
  [200_000, true],
  [300_000, false],
])('a body of %i bytes', (bytes, expected) => {
  const headers = new Headers({ ETag: `W/"${bytes}"` })
  expect(compressBody(new ArrayBuffer(bytes), headers) !== undefined).toBe(expected)
})
