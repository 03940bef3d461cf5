import { expect } from 'vitest'
import { errors, type ErrorName } from '../src/domain/errors.ts'

/** The answer is this entry of the catalogue, naming the field where one is meant, and nothing else. */
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
}
