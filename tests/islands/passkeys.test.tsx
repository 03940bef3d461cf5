import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { PASSWORD } from '../../harness/credentials.ts'
import { calls, navigations, person, show, signIn, t } from '../../harness/island.tsx'
import { refused } from '../../harness/stub-calls.ts'
import type { Passkey } from '../../src/contract/calls/passkey.ts'
import { shown } from '../../harness/examples.ts'
import Passkeys from '../../src/islands/account/Passkeys.tsx'
import Login from '../../src/islands/auth/Login.tsx'

const at = Date.parse('2026-11-21T07:42:00+09:00') / 1000
const phone: Passkey = { passkeyId: 'cGhvbmU', keychain: 'apple', createdAt: at, usedAt: at }
const desk: Passkey = { passkeyId: 'ZGVzaw', keychain: 'unknown', createdAt: at }
const challenge = { challenge: 'AAAA', rpId: 'localhost' }

const forgotten: unknown[] = []
/** The browser's dialogs: what they give, or why they fail. */
const dialogs = vi.fn<() => Promise<unknown>>()
const bytes = () => Uint8Array.of(1).buffer

beforeEach(() => {
  forgotten.length = 0
  dialogs.mockReset()
  const ask = () => dialogs()
  vi.spyOn(navigator, 'credentials', 'get').mockReturnValue({
    create: ask,
    get: ask,
  } as CredentialsContainer)
  const signalUnknownCredential = async (key: unknown) => void forgotten.push(key)
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(() => {}, { signalUnknownCredential }),
  )
})

function opened(left = [phone, desk]) {
  signIn()
  calls
    .on('user', 'GET /user/passkeys', () => left)
    .on('user', 'POST /user/passkeys/challenge', () => ({
      ...challenge,
      userHandle: 'AAAA',
      passkeyIds: left.map(({ passkeyId }) => passkeyId),
    }))
    .on('user', 'POST /user/passkeys', ({ passkeyId }) => {
      left = [{ ...desk, passkeyId }, ...left]
      return []
    })
    .on('user', 'DELETE /user/passkeys', ({ passkeyId }) => {
      left = left.filter((one) => one.passkeyId !== passkeyId)
      return []
    })
  return show(<Passkeys />, '/passkeys')
}

const rows = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent)
const add = () => screen.findByRole('button', { name: t('passkeys.add') })
const credential = (response: object) => ({
  id: 'AQ',
  rawId: bytes(),
  type: 'public-key',
  response: { clientDataJSON: bytes(), ...response },
  getClientExtensionResults: () => ({}),
})

it('the list names keychain and dates, and removes a passkey, which the browser forgets', async () => {
  const user = opened()
  await waitFor(() => expect(rows()).toHaveLength(2))
  expect(rows()).toEqual([
    'iCloudキーチェーン作成日：2026年11月21日最終利用：2026年11月21日削除',
    'その他の保存先作成日：2026年11月21日削除',
  ])
  const keychain = t('passkeys.keychain.apple')
  await user.click(screen.getByRole('button', { name: t('passkeys.removeOf', { keychain }) }))
  await screen.findByText(t('passkeys.removed', { keychain }))
  await waitFor(() => expect(rows()).toHaveLength(1))
  expect(forgotten).toEqual([{ rpId: location.hostname, credentialId: 'cGhvbmU' }])
  calls.on('user', 'DELETE /user/passkeys', refused('network'))
  await user.click(screen.getByRole('button', { name: /^パスキーを削除/ }))
  await screen.findByText(t('passkeys.removeFailed'))
  expect(forgotten).toHaveLength(1)
})

it('a dialog that makes no passkey leaves the list, with the reason', async () => {
  const user = opened()
  dialogs.mockRejectedValueOnce(new DOMException('', 'UnknownError'))
  await user.click(await add())
  await screen.findByText(t('passkeys.addFailed'))
  calls.on('user', 'POST /user/passkeys/challenge', refused('dataNotAvailable'))
  await user.click(await add())
  await screen.findByText(t('passkeys.full'))
  expect(rows()).toHaveLength(2)
})

it('a login that is not recent is not made again with a wrong password', async () => {
  const user = opened([])
  calls.on('user', 'POST /user/passkeys/challenge', refused('authorizationFailed'))
  await user.click(await add())
  await screen.findByText(t('passkeys.confirm'))
  await user.click(await add())
  await screen.findByText(t('error.passwordEmpty'))
  calls.on('auth', 'POST /user/login/', refused('invalidEmailOrPassword'))
  await user.type(screen.getByLabelText(t('passwordSetting.current')), 'x')
  await user.click(await add())
  await screen.findByText(t('passwordSetting.invalid'))
  expect(dialogs).not.toHaveBeenCalled()
})

it('the login says that a passkey failed, and nothing of a cancelled dialog', async () => {
  calls.on('auth', 'POST /user/login/passkey/challenge', () => challenge)
  const user = show(<Login />, '/login')
  const link = screen.getByRole('button', { name: t('login.passkey') })
  dialogs.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'))
  await user.click(link)
  await waitFor(() => expect(dialogs).toHaveBeenCalledTimes(1))
  dialogs.mockResolvedValue(
    credential({ authenticatorData: bytes(), signature: bytes(), userHandle: bytes() }),
  )
  calls.on('auth', 'POST /user/login/passkey', refused('authorizationFailed'))
  await user.click(link)
  await screen.findByText(t('login.passkeyFailed'))
  expect(navigations).toEqual([])
})

it('a sign-in with a password makes one silently, once, where the browser can', async () => {
  signIn()
  const made: unknown[] = []
  calls
    .on('auth', 'POST /user/login/', shown.session)
    .on('user', 'GET /user/me', [person])
    .on('user', 'POST /user/passkeys/challenge', {
      ...challenge,
      userHandle: 'AAAA',
      passkeyIds: [],
    })
    .on('user', 'POST /user/passkeys', (passkey) => {
      made.push(passkey)
      return []
    })
  dialogs.mockResolvedValue(credential({ attestationObject: bytes() }))
  const capabilities = { conditionalCreate: false }
  Object.assign(PublicKeyCredential, { getClientCapabilities: async () => capabilities })
  for (const [canMake, count] of [
    [false, 0],
    [true, 1],
    [true, 1],
  ] as const) {
    capabilities.conditionalCreate = canMake
    navigations.length = 0
    const user = show(<Login />, '/login')
    await user.type(screen.getByLabelText(t('field.email')), 'kenji@example.com')
    await user.type(screen.getByLabelText(t('field.password')), PASSWORD)
    await user.click(screen.getByRole('button', { name: t('login.submit') }))
    await waitFor(() => expect(navigations).toEqual(['/']))
    expect(made).toHaveLength(count)
  }
  expect(dialogs).toHaveBeenCalledTimes(1)
})
