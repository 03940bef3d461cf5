import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { calls, messages, show, signIn, t } from '../../harness/island.tsx'
import type { OpenSession } from '../../src/contract/calls/session.ts'
import Sessions from '../../src/islands/account/Sessions.tsx'

const at = Date.parse('2026-11-21T07:42:00+09:00') / 1000
const session = (sessionId: string, changes: Partial<OpenSession>): OpenSession => ({
  sessionId,
  signedInAt: at,
  usedAt: at,
  isCurrent: false,
  ...changes,
})
const here = session('here', { isCurrent: true, deviceName: 'Desktop' })
const phone = session('phone', { deviceName: 'iOS' })
const other = session('other', {})

function opened() {
  let left = [here, phone, other]
  signIn()
  calls
    .on('user', 'GET /user/sessions', () => left)
    .on('user', 'DELETE /user/sessions', ({ sessionId }) => {
      left = left.filter((one) => one.sessionId !== sessionId)
      return []
    })
    .on('user', 'DELETE /user/sessions/others', () => {
      left = [here]
      return []
    })
  return show(<Sessions messages={messages} />, '/sessions')
}

const rows = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent)

it('the list names this device, and logs out one device or all others', async () => {
  const user = opened()
  await waitFor(() => expect(rows()).toHaveLength(3))
  expect(rows()[0]).toBe('パソコン最終利用：2026年11月21日 07:42\n2026年11月21日にログインこの端末')
  expect(rows()[2]).toContain(t('sessions.device.unknown'))
  await user.click(screen.getByRole('button', { name: t('sessions.endOf', { device: 'iPhone' }) }))
  await screen.findByText(t('sessions.ended', { device: 'iPhone' }))
  await waitFor(() => expect(rows()).toHaveLength(2))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('list')))
  await user.click(screen.getByRole('button', { name: t('sessions.endOthers') }))
  await screen.findByText(t('sessions.othersEnded'))
  await waitFor(() => expect(rows()).toHaveLength(1))
  expect(screen.queryByRole('button')).toBeNull()
})
