import { expect } from 'vitest'
import { possibleErrors } from '../src/contract/call.ts'
import { calls, fullPath } from '../src/contract/contract.ts'
import { errors, type ErrorName } from '../src/domain/errors.ts'

/** Whether some call at the address of a response is described with this error; what is no call has only one. */
function isDescribed({ url }: Response, name: ErrorName): boolean {
  const path = new URL(url).pathname.replace(/(.)\/$/, '$1')
  const found = calls.filter((call) => fullPath(call) === path)
  if (found.length === 0) return name === 'nameNotFound' || path.startsWith('/picture/')
  return name === 'nameNotFound' || found.some((call) => possibleErrors(call).has(name))
}

/**
 * The response is this entry of the catalogue, naming the field where one is meant, and nothing else; and the contract
 * says that the call can respond with it.
 */
export async function expectCatalogueError(response: Response, name: ErrorName, field?: string) {
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
}

/** The same for a call of the contract, whose description must list the error as well. */
export async function expectError(response: Response, name: ErrorName, field?: string) {
  await expectCatalogueError(response, name, field)
  if (response.url) expect(isDescribed(response, name), `${name} at ${response.url}`).toBe(true)
}
