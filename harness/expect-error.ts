import { expect } from 'vitest'
import { possibleErrors } from '../src/contract/call.ts'
import { calls, fullPath } from '../src/contract/contract.ts'
import { errors, type ErrorName } from '../src/domain/errors.ts'

/** Whether the contract lists the error for a call at this URL; other URLs have only one error. */
function isDescribed({ url }: Response, name: ErrorName): boolean {
  const path = new URL(url).pathname.replace(/(.)\/$/, '$1')
  const sameCalls = calls.filter((call) => fullPath(call) === path)
  if (sameCalls.length === 0) return name === 'nameNotFound' || /^\/(?:picture|card)\//.test(path)
  return name === 'nameNotFound' || sameCalls.some((call) => possibleErrors(call).has(name))
}

/** Expects exactly this entry of the catalogue, with `field` if given, which the contract must list for the call. */
export async function expectError(response: Response, name: ErrorName, field?: string) {
  const { httpCode, errorCode, message } = errors[name]
  const body = (await response.json()) as Record<string, unknown>
  expect(body).toEqual({
    httpCode,
    errorCode,
    statusCode: errorCode,
    message,
    requestId: expect.any(String),
    ...(field && { field }),
  })
  expect(response.status).toBe(httpCode)
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  if (response.url) expect(isDescribed(response, name), `${name} at ${response.url}`).toBe(true)
}
