import { threadId } from 'node:worker_threads'
import { cleanup, configure, render } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { cleanStores } from 'nanostores'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import ja from '../locales/ja.json' with { type: 'json' }
import { storeTokens } from '../src/api/tokens.ts'
import { shown } from './examples.ts'
import { setWords, t } from '../src/i18n/translate.ts'
import { $reported } from '../src/stores/reported.ts'
import { showUser, storeUser, type User } from '../src/stores/user.ts'
import { MAX_WAIT_MS } from './max-wait.ts'
import { StubCalls } from './stub-calls.ts'

configure({ asyncUtilTimeout: MAX_WAIT_MS })

/** All Japanese texts; a page passes only those that its island needs. */
export const messages = ja
setWords(ja)
export { t }

/** Node's channels reach other threads, which run other test files: an end of a session would end theirs. */
globalThis.BroadcastChannel = class extends BroadcastChannel {
  constructor(name: string) {
    super(`${name} of thread ${threadId}`)
  }
}

/** Calls of the current test's island; an unanswered call fails the test. */
export let calls = new StubCalls()

export const navigations: string[] = []

beforeEach(() => {
  navigations.length = 0
  document.documentElement.lang = 'ja'
  calls = new StubCalls()
  vi.stubGlobal('fetch', calls.fetch)
  const go = (address: string | URL) => void navigations.push(String(address))
  vi.spyOn(location, 'assign').mockImplementation(go)
  vi.spyOn(location, 'replace').mockImplementation(go)
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => {
  cleanup()
  // Reads the storage again in the next test.
  cleanStores($reported)
  // A sign-out leaves the page.
  dispatchEvent(new Event('pagehide'))
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
  showUser()
  history.replaceState(null, '', '/')
  expect(calls.problems).toEqual([])
})

export const person: User = { ...shown.user, tokenExpired: Math.round(Date.now() / 1000) + 900 }

export function signIn(changes: Partial<User> = {}): void {
  storeTokens(localStorage, shown.session)
  storeUser({ ...person, ...changes })
}

/** Shows an island in place of the one before. */
export function show(island: ReactElement, path = '/'): UserEvent {
  cleanup()
  history.replaceState(null, '', path)
  render(island)
  return userEvent.setup()
}
