import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { errors } from '../../src/domain/errors.ts'
import { call } from '../../src/stores/call.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const busy = (headers: Record<string, string>) => () =>
  Response.json({ httpCode: 503, errorCode: -1004 }, { status: 503, headers })
const accepted = () => Response.json({ results: [] }, { status: 202 })

async function callWith(...responses: (() => Response)[]) {
  const fetch = vi.fn(async () => (responses.length > 1 ? responses.shift()! : responses[0]!)())
  vi.stubGlobal('fetch', fetch)
  const result = call('auth', 'POST /user/login/', { email: '', password: '' })
  await vi.runAllTimersAsync()
  return { answer: await result, calls: fetch.mock.calls.length }
}

it('repeats a call that an overloaded server refused', async () => {
  const overload = busy({ 'Retry-After': '1' })
  const { answer, calls } = await callWith(overload, overload, accepted)
  expect([answer.ok, calls]).toEqual([true, 3])
})

it('does not repeat a call during an outage, a long wait or a maintenance', async () => {
  for (const headers of [{}, { 'Retry-After': '60' }, { 'Retry-After': '1', Maintenance: '1' }])
    expect((await callWith(busy(headers as Record<string, string>))).calls).toBe(1)
})

it.each([
  [busy({}), 'POST /user/login/ 503 -1004'],
  [() => new Response('<p>secret@example.com', { status: 502 }), 'POST /user/login/ 502 -1012'],
  [() => Promise.reject(new TypeError('secret')) as never, 'POST /user/login/ network'],
])('writes one line of a failure: method, path, status and code', async (response, line) => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  await callWith(response)
  expect(warn.mock.calls.map((words) => words.join(' '))).toEqual([line])
})

it('gives up after two repetitions with one line, and writes nothing of success', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  await callWith(accepted)
  expect(warn).not.toHaveBeenCalled()
  const { answer, calls } = await callWith(busy({ 'Retry-After': '1' }))
  expect([answer.ok, calls]).toEqual([false, 3])
  expect(warn).toHaveBeenCalledTimes(1)
})

it.each([
  ['200 without a body', '', 200],
  ['202 without a body', null, 202],
  ['200 with HTML', '<!doctype html><title>Sign in to this network</title>', 200],
  ['200 without results', '{}', 200],
  ['200 with null', '{"results":null}', 200],
  ['200 with a text', '{"results":"done"}', 200],
  ['200 that is no object', 'null', 200],
  ['204', null, 204],
])(
  'a success that lacks fields of the contract counts as a failure: %s',
  async (_, body, status) => {
    const { answer } = await callWith(() => new Response(body, { status }))
    const { errorCode: code } = errors.somethingWentWrong
    expect(answer).toMatchObject({ ok: false, status: 500, code })
  },
)
