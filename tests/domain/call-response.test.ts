import { afterEach, describe, expect, test, vi } from 'vitest'
import { codeOf, type CallResult } from '../../src/api/result.ts'
import { errors } from '../../src/domain/errors.ts'
import { call } from '../../src/stores/call.ts'

afterEach(() => vi.unstubAllGlobals())

async function answered(body: BodyInit | null, init: ResponseInit): Promise<CallResult<unknown>> {
  vi.stubGlobal('fetch', async () => new Response(body, init))
  return call('user', 'PUT /user/gender', { gender: 1 })
}

describe('a success that lacks fields of the contract', () => {
  test.each([
    ['200 without a body', '', 200],
    ['202 without a body', null, 202],
    ['200 with HTML', '<!doctype html><title>Sign in to this network</title>', 200],
    ['200 without results', '{}', 200],
    ['200 with null', '{"results":null}', 200],
    ['200 with a text', '{"results":"done"}', 200],
    ['200 that is no object', 'null', 200],
    ['204', null, 204],
  ])('%s counts as a failure', async (_, body, status) => {
    const result = await answered(body, { status })
    expect(result.ok).toBe(false)
    expect(codeOf(result)).toBe(errors.somethingWentWrong.errorCode)
  })
})

test('a 205 has no body', async () => {
  expect(await answered(null, { status: 205 })).toMatchObject({ ok: true, status: 205 })
})

test('a refusal keeps its code and its time', async () => {
  const body = JSON.stringify({ httpCode: 403, errorCode: -1021, statusCode: -1021, message: '' })
  const result = await answered(body, { status: 403, headers: { 'Retry-After': '60' } })
  expect(result).toMatchObject({ ok: false, retryAfter: 60 })
  expect(codeOf(result)).toBe(-1021)
})

test('a GET carries its input as the query, anything else as JSON', async () => {
  const sent: [string, RequestInit][] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push([url, init])
    return Response.json({ results: [] })
  })
  await call('comment', 'GET /comment', { userId: 'u 1', limit: '10', before: undefined })
  await call('user', 'PUT /user/gender', { gender: 1 })
  expect(sent[0]![0]).toBe('/service/comment/v1/comment?userId=u+1&limit=10')
  expect(sent[0]![1].body).toBeUndefined()
  expect(sent[1]![0]).toBe('/service/user/v1/user/gender')
  expect(sent[1]![1].body).toBe('{"gender":1}')
})
