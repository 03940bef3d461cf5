import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { calls, navigations, person, show, signIn, t } from '../../harness/island.tsx'
import { refused } from '../../harness/stub-calls.ts'
import { storedTokens } from '../../src/api/tokens.ts'
import { YEAR_MS } from '../../src/domain/durations.ts'
import GenderSetting from '../../src/islands/account/GenderSetting.tsx'
import { followSession, loadUser } from '../../src/stores/session.ts'
import { sessionChannel } from '../../src/stores/notify-other-tabs.ts'
import { mute } from '../../src/stores/mute.ts'
import { logout, signOut } from '../../src/stores/sign-out.ts'

const successor = { accessToken: 'the next access token', updateToken: 'the next update token' }
const expired = { tokenExpired: Math.round(Date.now() / 1000) - 1 }

beforeEach(() => history.replaceState(null, '', '/'))

it('a session is refreshed for a call that finds its token expired, which is made again', async () => {
  signIn()
  calls
    .on('user', 'PUT /user/gender', () =>
      storedTokens()?.accessToken === successor.accessToken ? [] : refused('accessTokenExpired'),
    )
    .on('auth', 'POST /user/token/', successor)
    .on('user', 'GET /user/me', [{ ...person, gender: 3 }])
  const user = show(<GenderSetting />, '/gender')
  await user.click(screen.getByLabelText(t('gender.3')))
  await user.click(screen.getByRole('button', { name: t('settings.save') }))
  await waitFor(() => expect(navigations).toEqual(['/account_settings']))
  const sent = calls.sent.filter(({ endpoint }) => endpoint === 'PUT /user/gender')
  expect(sent.map(({ headers }) => headers.get('Authorization'))).toEqual([
    expect.not.stringContaining(successor.accessToken),
    `Bearer ${successor.accessToken}`,
  ])
})

it.each(['somethingWentWrong', 'databaseConnectionFailed', 'network'] as const)(
  'a session outlives a start that fails: %s',
  async (error) => {
    vi.useFakeTimers()
    signIn()
    calls.on('user', 'GET /user/me', refused(error))
    await loadUser()
    expect(localStorage.getItem('UserInfo')).toContain(person.email)
    calls.on('user', 'GET /user/me', [{ ...person, username: 'after-the-outage' }])
    await vi.advanceTimersByTimeAsync(400_000)
    vi.useRealTimers()
    expect(localStorage.getItem('UserInfo')).toContain('after-the-outage')
  },
)

it('the end of a session is told by the next page and keeps drafts of the desk, a log out neither, in all tabs', async () => {
  calls.on('auth', 'POST /user/logout', []).on('user', 'GET /user/me', [person])
  await followSession()
  const posted = vi.spyOn(sessionChannel(), 'postMessage')
  const tab = new BroadcastChannel('session')
  for (const [leave, told] of [
    [() => signOut(), 'ended'],
    [() => logout(), null],
  ] as const) {
    signIn()
    sessionStorage.setItem('DeskDrafts:me', '{}')
    sessionStorage.setItem('Notice', '{"text":"Your address is now new@example.com."}')
    leave()
    // A call that was sent before.
    signOut()
    expect(sessionStorage.getItem('Notice')).toBe(told)
    const kept = told && '{}'
    expect(sessionStorage.getItem('DeskDrafts:me')).toBe(kept)
    // Another tab.
    sessionStorage.setItem('DeskDrafts:me', '{}')
    tab.postMessage(posted.mock.calls[0]![0])
    posted.mockClear()
    await vi.waitFor(() => expect(sessionStorage.getItem('DeskDrafts:me')).toBe(kept))
    dispatchEvent(new Event('pagehide'))
  }
  tab.close()
})

const firewall = () => new Response('<html>', { status: 403 })
it.each([
  ['a fault', () => refused('somethingWentWrong')],
  ['no network', () => refused('network')],
  ['a firewall', firewall],
] as const)('a session outlives a refresh that decides nothing: %s', async (_, outcome) => {
  vi.useFakeTimers()
  signIn()
  calls
    .on('user', 'GET /user/me', [{ ...person, ...expired }])
    .on('auth', 'POST /user/token/', outcome)
  await loadUser()
  vi.useRealTimers()
  expect(storedTokens()).toBeDefined()
  expect(navigations).toEqual([])
})

it('a refresh that decides nothing is a network failure to its call', async () => {
  signIn()
  calls
    .on('user', 'PUT /user/gender', refused('accessTokenExpired'))
    .on('auth', 'POST /user/token/', firewall)
  const user = show(<GenderSetting />, '/gender')
  const choice = screen.getByLabelText<HTMLInputElement>(t('gender.3'))
  await user.click(choice)
  await user.click(screen.getByRole('button', { name: t('settings.save') }))
  await screen.findByText(t('error.network'))
  expect(choice.checked).toBe(true)
  expect(storedTokens()).toBeDefined()
})

it('a session ends with a refresh that is refused', async () => {
  signIn()
  calls
    .on('user', 'GET /user/me', [{ ...person, ...expired }])
    .on('auth', 'POST /user/token/', refused('invalidUpdateToken'))
  await loadUser()
  expect([storedTokens(), localStorage.getItem('UserInfo')]).toEqual([undefined, null])
})

it.each(['invalidAccessToken', 'userRemoved'] as const)(
  'a session ends when the server has ended it: %s',
  async (error) => {
    history.replaceState(null, '', '/recent_theme')
    signIn()
    calls.on('user', 'GET /user/me', refused(error))
    await loadUser()
    expect(storedTokens()).toBeUndefined()
    expect(navigations).toEqual(['/'])
  },
)

it('a session is refreshed at most once under a wrong clock', async () => {
  signIn()
  calls
    .on('auth', 'POST /user/token/', successor)
    .on('user', 'GET /user/me', [{ ...person, tokenExpired: ((Date.now() - YEAR_MS) / 1000) | 0 }])
  await loadUser()
  expect(calls.inputs('POST /user/token/')).toHaveLength(1)
  expect(storedTokens()).toMatchObject(successor)
})

it('a duplicated tab takes over what the other tab refreshed, and tells it', async () => {
  signIn()
  calls.on('user', 'GET /user/me', [person])
  await followSession()
  const twin = new BroadcastChannel('session')
  const { updateToken } = storedTokens()!
  twin.postMessage({ usedUpdateToken: 'of somebody else', tokens: {} })
  twin.postMessage({ usedUpdateToken: updateToken, tokens: successor })
  await waitFor(() => expect(storedTokens()).toMatchObject(successor))
  const told = new Promise((resolve) =>
    twin.addEventListener('message', ({ data }) => resolve(data), { once: true }),
  )
  const tokens = { accessToken: 'a third', updateToken: 'a third' }
  calls
    .on('auth', 'POST /user/token/', tokens)
    .on('user', 'GET /user/me', () => [
      { ...person, ...(storedTokens()?.updateToken === 'a third' ? {} : expired) },
    ])
  await loadUser()
  expect(await told).toEqual({ usedUpdateToken: successor.updateToken, tokens })
  twin.close()
})

it('a mute that is answered after the log out leaves nothing in the browser', async () => {
  signIn()
  calls.on('moderation', 'PUT /mute', () => {
    localStorage.clear()
    return []
  })
  await mute('other')
  expect(localStorage.getItem('Muted')).toBeNull()
})
