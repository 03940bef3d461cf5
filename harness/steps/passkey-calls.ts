import { expect } from 'vitest'
import type { App } from '../app.ts'
import {
  type Answer,
  type PasskeyOptions,
  softwarePasskey,
  type SoftwarePasskey,
} from '../passkey.ts'
import { activePerson, auth, outcome, user } from './auth-calls.ts'

type Changes = Partial<Answer>

export const REFUSED = [401, -1005]

/** Of a request by the site's own pages. */
export const browser = (Cookie?: string) => ({
  headers: { 'Sec-Fetch-Site': 'same-origin', ...(Cookie && { Cookie }) },
})

export const cookieOf = ({ headers }: { headers: Headers }) =>
  (headers.get('Set-Cookie') ?? '').split(';')[0]!

/** Calls of passkeys, and people who have one. */
export function passkeyCalls(app: App) {
  const { origin } = app
  async function begin(token: string, changes: Changes = {}): Promise<Answer> {
    const { status, body } = await user(app, 'POST /user/passkeys/challenge', { token, body: {} })
    expect(status).toBe(200)
    const { challenge, userHandle, rpId } = body.results
    expect(rpId).toBe(new URL(origin).hostname)
    return { challenge, userHandle, origin, ...changes }
  }
  const add = (token: string, body: object) => user(app, 'POST /user/passkeys', { token, body })
  const list = async (token: string) =>
    (await user(app, 'GET /user/passkeys', { token })).body.results
  const remove = (token: string, passkeyId: string) =>
    user(app, 'DELETE /user/passkeys', { token, body: { passkeyId } })

  /** A person with a passkey, which signs in with `signIn`. */
  async function owner(options?: PasskeyOptions, counter?: number) {
    const person = await activePerson(app)
    const key = softwarePasskey(options)
    const answer = await begin(person.accessToken, counter ? { counter } : {})
    expect(outcome(await add(person.accessToken, key.made(answer)))).toEqual([202])
    const { userHandle } = answer
    return {
      ...person,
      key,
      userHandle,
      signIn: async (changes: Changes = {}, cookie?: string) =>
        send(key, { challenge: await challenge(cookie), userHandle, origin, ...changes }, cookie),
    }
  }

  async function challenge(cookie?: string): Promise<string> {
    const { body } = await auth(app, 'POST /user/login/passkey/challenge', {
      ...(cookie ? browser(cookie) : {}),
      body: {},
    })
    return body.results.challenge
  }
  const send = (key: SoftwarePasskey, answer: Answer, cookie?: string) =>
    auth(app, 'POST /user/login/passkey', {
      ...(cookie ? browser(cookie) : {}),
      body: key.asserted(answer),
    })

  return { begin, add, list, remove, owner, challenge, send }
}
