import { act, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { resetChat, showChat } from '../../harness/chat.tsx'
import { calls, person, signIn, t } from '../../harness/island.tsx'
import { pollMaintenance } from '../../src/browser/every-page/maintenance.ts'
import { MAINTENANCE_POLL_S, startPageScripts } from '../../src/browser/every-page/start.ts'
import { OnDemand } from '../../src/islands/dialogs/OnDemand.tsx'
import { $dialog } from '../../src/stores/dialog.ts'
import { followModeration } from '../../src/stores/follow-moderation.ts'
import { loadUser } from '../../src/stores/session.ts'

const name = () => $dialog.get()?.name
const version = '2026-11-01'

beforeEach(() => resetChat())

it('the consent is not asked for over an open dialog, but after it, once', async () => {
  calls.on('user', 'GET /user/me', [{ ...person, termsDue: version }])
  signIn()
  await showChat()
  $dialog.set({ name: 'logout' })
  await followModeration()
  expect([name(), sessionStorage.getItem('TermsAsked')]).toEqual(['logout', null])
  $dialog.set(undefined)
  await loadUser()
  expect($dialog.get()).toEqual({ name: 'terms', version })
  $dialog.set(undefined)
  await loadUser()
  expect(name()).toBeUndefined()
})

it('a window that begins is announced on an open page when the open dialog has been closed, once', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  vi.stubGlobal('__BUILD_LABEL__', '')
  vi.spyOn(console, 'info').mockReturnValue()
  vi.stubGlobal('requestIdleCallback', () => 0)
  startPageScripts()
  const window = { start: 1, end: 2_000_000_000 }
  vi.stubGlobal('fetch', async () => Response.json({ results: [window] }))
  $dialog.set({ name: 'logout' })
  await pollMaintenance()
  expect(name()).toBe('logout')
  $dialog.set(undefined)
  vi.advanceTimersByTime(MAINTENANCE_POLL_S * 1000)
  vi.useRealTimers()
  await waitFor(() => expect($dialog.get()).toEqual({ name: 'maintenance', end: window.end }))
  $dialog.set(undefined)
  await pollMaintenance()
  expect(name()).toBeUndefined()
})

it('a slow dialog says so after 1 s, and fails after 10 s unless it was closed', async () => {
  vi.useFakeTimers()
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  const dialog = <OnDemand load={() => new Promise<void>(() => {})}>{() => undefined}</OnDemand>
  $dialog.set({ name: 'logout' })
  const { unmount } = render(dialog)
  await wait(999)
  expect(screen.queryByText(t('dialog.loading'))).toBeNull()
  await wait(1)
  screen.getByText(t('dialog.loading'))
  unmount()
  render(dialog)
  await wait(9_999)
  expect(name()).toBe('logout')
  await wait(1)
  vi.useRealTimers()
  expect(name()).toBeUndefined()
})
