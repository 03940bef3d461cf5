import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { calls, navigations, person, show, signIn, t } from '../../harness/island.tsx'
import { refused } from '../../harness/stub-calls.ts'
import { guardSettings } from '../../src/browser/account/guard.ts'
import { startSettingsMenu } from '../../src/browser/account/settings-menu.ts'
import { $user } from '../../src/stores/user.ts'

const MENU = '/account_settings'
const ends: (() => void)[] = []
beforeEach(() => {
  const subscribe = $user.subscribe.bind($user)
  vi.spyOn($user, 'subscribe').mockImplementation((listener) => {
    const end = subscribe(listener)
    ends.push(end)
    return end
  })
})
afterEach(() => {
  for (const end of ends.splice(0)) end()
  document.body.replaceChildren()
})

it('the menu shows the account, and who has a provider cannot change address and password', async () => {
  document.body.innerHTML = `<ul data-words='{}'>
    <a href="/email" data-needs-password><b data-value="email"></b></a>
    <a href="/gender"><b data-value="gender"></b></a>
    <b data-value="birthYear"></b><b data-value="reminder"></b></ul>`
  const value = (name: string) => document.querySelector(`[data-value="${name}"]`)!.textContent
  signIn()
  const changed = { email: 'moved@example.com', gender: 2, birthYear: 1991 } as const
  const userOptions = { googleUserId: 'g', pendingEmail: 'new@example.com' }
  calls
    .on('user', 'GET /user/reminder', { channel: 'mail', hour: 7, timeZone: 'Asia/Tokyo' })
    .on('user', 'GET /user/me', [{ ...person, ...changed, userOptions }])
  startSettingsMenu()
  const unset = t('settings.unset')
  expect(['email', 'gender', 'birthYear'].map(value)).toEqual([person.email, unset, unset])
  const links = () => [...document.querySelectorAll('a')].map((link) => link.getAttribute('href'))
  expect(links()).toEqual(['/email', '/gender'])
  // Another device has changed them.
  const pending = t('settings.emailPending', { email: 'new@example.com' })
  await waitFor(() => expect(value('email')).toBe(`moved@example.com\n${pending}`))
  expect([value('gender'), value('birthYear')]).toEqual([t('gender.2'), '1991年'])
  expect(links()).toEqual([null, '/gender'])
  await waitFor(() => expect(value('reminder')).toBe(t('settings.reminderMail', { time: '07:00' })))
  expect(document.querySelector('[aria-disabled="true"]')).not.toBeNull()
})

it('a page for passwords leads social people to the menu', () => {
  history.replaceState(null, '', '/password')
  document.body.innerHTML = '<meta data-for-password>'
  signIn({ userOptions: { googleUserId: 'g' } })
  calls.on('user', 'GET /user/me', [{ ...person, userOptions: { googleUserId: 'g' } }])
  guardSettings()
  expect(navigations).toContain(MENU)
})

it('a session that has ended leads from the settings to the home page only', async () => {
  const { loadUser } = await import('../../src/stores/session.ts')
  history.replaceState(null, '', MENU)
  signIn()
  guardSettings()
  calls.on('user', 'GET /user/me', refused('invalidAccessToken'))
  await loadUser()
  expect(navigations).toEqual(['/'])
})

it('a session that has ended leads from a form to the log-in and back, at the desk to the same place', async () => {
  const { signOut } = await import('../../src/stores/sign-out.ts')
  calls.on('user', 'GET /user/me', [person])
  for (const path of ['/suggest?a=b', '/operator/people?name=kenji', '/operator/cases#id']) {
    // The desk need not have a form.
    show(path.startsWith('/operator') ? <div className="desk-frame" /> : <form />)
    signIn()
    history.replaceState(null, '', `/en${path}`)
    guardSettings()
    signOut()
    dispatchEvent(new Event('pagehide'))
  }
  const places = ['/suggest', '/operator/people?name=kenji', '/operator/cases#id']
  expect(navigations).toEqual(places.map((next) => `/login?${new URLSearchParams({ next })}`))
})
