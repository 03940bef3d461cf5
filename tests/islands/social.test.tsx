import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { calls, navigations, person, show, t } from '../../harness/island.tsx'
import { refused } from '../../harness/stub-calls.ts'
import { sample } from '../../src/contract/examples.ts'
import { shown } from '../../harness/examples.ts'
import Login from '../../src/islands/auth/Login.tsx'
import Signup from '../../src/islands/auth/Signup.tsx'
import type { SocialOutcome } from '../../src/islands/auth/social-window.ts'
import { $dialog } from '../../src/stores/dialog.ts'

const opened = { closed: false }
let isConfigured: boolean
beforeEach(() => {
  isConfigured = true
  opened.closed = false
  $dialog.set(undefined)
  vi.spyOn(window, 'open').mockReturnValue(opened as Window)
  const { fetch } = calls
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) =>
    address === '/auth/social/status'
      ? Promise.resolve(Response.json({ results: { configured: isConfigured } }))
      : fetch(address, init),
  )
})

/** The provider's window hands over its result. */
const channel = new BroadcastChannel('social-sign-in')
afterEach(() => void channel.postMessage({ attempt: sessionStorage.getItem('SocialAttempt') }))
const finish = (outcome: SocialOutcome) =>
  channel.postMessage({ attempt: sessionStorage.getItem('SocialAttempt'), ...outcome })

const press = (name: string) => screen.getByRole('button', { name })
function logIn() {
  const user = show(<Login />, '/login?next=%2Frecent_theme')
  return { user, start: () => user.click(press(t('social.login'))) }
}
async function register() {
  const user = show(<Signup termsHref="/terms" />, '/signup')
  await user.click(press(t('social.register')))
  await screen.findByText(t('error.terms'))
  expect(window.open).not.toHaveBeenCalled()
  await user.click(screen.getByLabelText(t('signup.terms')))
  await user.click(press(t('social.register')))
}
const { idToken } = sample

it('the social sign-in says why it failed: cancelled, refused, closed, blocked', async () => {
  const { start } = logIn()
  for (const error of ['denied', 'provider', 'state'] as const) {
    await start()
    finish({ error })
    await screen.findByText(t(`social.error.${error}`))
  }
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  await start()
  opened.closed = true
  await screen.findByText(t('social.error.closed'))
  vi.spyOn(window, 'open').mockReturnValue(null)
  await start()
  await screen.findByText(t('social.error.blocked'))
})

it('opens no window where there is no provider', async () => {
  isConfigured = false
  const { start } = logIn()
  await vi.waitFor(async () => {
    await start()
    expect(screen.queryByText(t('social.error.configuration'))).not.toBeNull()
  })
})

it('does not take over an address that has a password, until the form is sent', async () => {
  calls.on('auth', 'POST /user/login/with/google', refused('emailTaken'))
  const { user, start } = logIn()
  await start()
  finish({ idToken })
  await screen.findByText(t('social.error.emailTaken'))
  await user.click(press(t('login.submit')))
  await screen.findByText(t('error.email.empty'))
  expect(screen.queryByText(t('social.error.emailTaken'))).toBeNull()
})

it('logs in for this tab alone where that was chosen, and goes on', async () => {
  const session = { ...shown.session, username: person.username, registered: false }
  calls.on('auth', 'POST /user/login/with/google', session).on('user', 'GET /user/me', [person])
  const { user, start } = logIn()
  await user.click(screen.getByLabelText(t('login.keep')))
  await start()
  finish({ idToken })
  await waitFor(() => expect(navigations).toEqual(['/recent_theme']))
  expect(sessionStorage.getItem('UserInfo')).toContain(person.email)
  expect(localStorage.getItem('AccessToken')).toBeNull()
})

it('registers after the terms, and is refused where the token was made for another browser', async () => {
  calls.on('auth', 'POST /user/with/google', refused('authorizationFailed'))
  await register()
  finish({ idToken })
  await screen.findByText(t('social.error.provider'))
  expect(localStorage.getItem('AccessToken')).toBeNull()
})
