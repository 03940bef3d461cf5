import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { PASSWORD } from '../../harness/credentials.ts'
import { calls, navigations, person, show, signIn, t } from '../../harness/island.tsx'
import { retype } from '../../harness/retype.ts'
import { refused } from '../../harness/stub-calls.ts'
import { restoreTypedText } from '../../src/browser/restore-typed-text.ts'
import { reminderCalls } from '../../src/contract/calls/reminder.ts'
import { shown as examples } from '../../harness/examples.ts'
import BirthYearSetting from '../../src/islands/account/BirthYearSetting.tsx'
import EmailSetting from '../../src/islands/account/EmailSetting.tsx'
import GenderSetting from '../../src/islands/account/GenderSetting.tsx'
import ReadingSetting from '../../src/islands/account/ReadingSetting.tsx'
import ReminderSetting from '../../src/islands/account/ReminderSetting.tsx'
import PasswordSetting from '../../src/islands/account/PasswordSetting.tsx'
import { showUser, storeUser } from '../../src/stores/user.ts'

const NEW_PASSWORD = 'N3w-passw0rd'
const MENU = '/account_settings'
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: t('settings.save') })
const notice = () => sessionStorage.getItem('Notice') ?? ''
const left = (text: string) =>
  waitFor(() => {
    expect(navigations).toEqual([MENU])
    expect(notice()).toContain(text)
  })

const chosen = () => document.querySelector<HTMLInputElement>('input:checked')?.value

it('the gender follows what another device has saved, unless the person has chosen one', async () => {
  signIn()
  const user = show(<GenderSetting />)
  act(() => storeUser({ ...person, gender: 2 }))
  expect(chosen()).toBe('2')
  await user.click(screen.getByLabelText(t('gender.3')))
  act(() => storeUser({ ...person, gender: 1 }))
  expect(chosen()).toBe('3')
})

it('both reading settings are kept while neither has been answered, and without the account', async () => {
  signIn()
  const { promise, resolve } = Promise.withResolvers<[]>()
  calls
    .on('user', 'PUT /user/reading', () => promise)
    .on('user', 'GET /user/me', refused('network'))
  const user = show(<ReadingSetting />, '/reading')
  const switches = screen.getAllByRole<HTMLInputElement>('switch')
  const shown = () => switches.map(({ checked }) => checked)
  const [before, after] = [shown(), shown().map((isOn) => !isOn)]
  for (const one of [...switches, switches[0]!]) await user.click(one)
  expect(shown()).toEqual(after)
  expect(after).not.toEqual(before)
  expect(calls.inputs('PUT /user/reading')).toEqual([{ hidesOthers: true }, { hidesEcho: true }])
  resolve([])
  await screen.findByText(t('settings.saved'))
  await waitFor(() => expect(calls.inputs('GET /user/me')).not.toEqual([]))
  expect(shown()).toEqual(after)
})

const years = () => screen.getByLabelText(t('settings.birthYear'))
const shown = () => document.querySelector('select')!.value

it('the year of birth has 100 years and none, 1980 at first, and the one that was saved', async () => {
  signIn()
  calls
    .on('user', 'PUT /user/birthyear', [])
    .on('user', 'GET /user/me', [{ ...person, birthYear: 1991 }])
  const user = show(<BirthYearSetting />)
  expect(shown()).toBe('1980')
  const thisYear = new Date(Date.now() + 9 * 3_600_000).getUTCFullYear()
  const values = [...document.querySelectorAll('option')].map(({ value }) => Number(value))
  expect(values).toHaveLength(101)
  expect([values[0], values[1], values[100]]).toEqual([0, thisYear, thisYear - 99])
  await user.selectOptions(years(), '1991')
  await user.click(save())
  await left(t('notice.saved', { setting: t('settings.birthYear') }))
  expect(calls.inputs('PUT /user/birthyear')).toEqual([{ birthYear: 1991 }])
})

it('the year of birth keeps what was chosen before the account is known', async () => {
  const user = show(<BirthYearSetting />)
  expect(save().disabled).toBe(true)
  await user.selectOptions(years(), '1991')
  signIn({ birthYear: 1975 })
  await waitFor(() => expect(save().disabled).toBe(false))
  expect(shown()).toBe('1991')
})

it('the year of birth shows none after none was saved', async () => {
  signIn()
  calls.on('user', 'PUT /user/birthyear', []).on('user', 'GET /user/me', [person])
  const user = show(<BirthYearSetting />)
  await user.selectOptions(years(), '0')
  await user.click(save())
  await waitFor(() => expect(navigations).toEqual([MENU]))
  expect(shown()).toBe('0')
})

async function problem(
  user: ReturnType<typeof show>,
  press: () => HTMLElement,
  name: string,
  text: string,
) {
  await user.click(press())
  await screen.findByText(text)
  await waitFor(() => expect(document.activeElement?.getAttribute('name')).toBe(name))
}

const field = (name: string) => document.querySelector<HTMLInputElement>(`input[name="${name}"]`)!

it('the password is refused at its field, then changed', async () => {
  signIn()
  calls
    .on('user', 'PUT /user/password', ({ password }) =>
      password === PASSWORD ? [] : refused('invalidUsernameOrPassword'),
    )
    .on('user', 'GET /user/me', [person])
  const user = show(<PasswordSetting />)
  const fill = (name: string, text: string) => retype(user, field(name), text)
  await fill('newPassword', 'short')
  await problem(user, save, 'password', t('error.passwordEmpty'))
  await fill('password', 'Wr0ng-one!')
  await problem(user, save, 'newPassword', t('error.password'))
  await fill('newPassword', NEW_PASSWORD)
  await fill('confirm', PASSWORD)
  await problem(user, save, 'confirm', t('error.passwordMismatch'))
  await fill('confirm', NEW_PASSWORD)
  await problem(user, save, 'password', t('passwordSetting.invalid'))
  await fill('password', PASSWORD)
  await user.click(save())
  await left(t('notice.saved', { setting: t('settings.password') }))
  expect(calls.inputs('PUT /user/password').at(-1)).toEqual({
    email: person.email,
    password: PASSWORD,
    newPassword: NEW_PASSWORD,
  })
})

it('the address is refused at its field, then gets the link', async () => {
  signIn()
  calls
    .on('auth', 'POST /user/login/', ({ password }) =>
      password === PASSWORD ? examples.session : refused('invalidEmailOrPassword'),
    )
    .on('user', 'GET /user/email/confirm/', ({ newEmail }) =>
      newEmail === 'taken@example.com' ? refused('emailTaken') : [],
    )
    .on('auth', 'POST /user/logout', [])
    .on('user', 'GET /user/me', [person])
  const user = show(<EmailSetting />)
  const submit = () => screen.getByRole('button', { name: t('emailSetting.submit') })
  const email = screen.getByLabelText(t('emailSetting.new'))
  const password = screen.getByLabelText(t('passwordSetting.current'))
  const wrong: [string, string, string, string][] = [
    ['nobody', PASSWORD, 'newEmail', t('error.email.invalid')],
    [person.email, PASSWORD, 'newEmail', t('emailSetting.same')],
    ['new@example.com', '', 'password', t('error.passwordEmpty')],
    ['new@example.com', 'Wr0ng-one!', 'password', t('passwordSetting.invalid')],
    ['taken@example.com', PASSWORD, 'newEmail', t('error.emailTaken')],
  ]
  for (const [address, typed, field, text] of wrong) {
    await retype(user, email, address)
    await user.clear(password)
    if (typed) await user.type(password, typed)
    await problem(user, submit, field, text)
  }
  await retype(user, email, 'new@example.com')
  await user.click(submit())
  await left(t('notice.emailSent', { email: 'new@example.com' }))
})

describe('a reminder', () => {
  const hours = Array.from({ length: 24 }, (_, hour) => [`${hour}`, `${hour}:00`] as const)
  const { subscription } = reminderCalls.changeReminder.example
  const publicKey = subscription.keys.p256dh
  const choice = (name: 'off' | 'push' | 'mail') =>
    screen.getByLabelText<HTMLInputElement>(t(`reminder.${name}`))
  const field = (name: 'hour' | 'timeZone') =>
    document.querySelector<HTMLInputElement>(`[name="${name}"]`)!
  async function open() {
    signIn()
    const user = show(<ReminderSetting hours={hours} />, '/reminder')
    await waitFor(() => expect(field('hour').disabled).toBe(false))
    return user
  }

  const pushes = (pushManager: object) =>
    Object.assign(navigator, { serviceWorker: { getRegistration: async () => ({ pushManager }) } })

  it('is not read for a guest, whom the page leads to the log-in', () => {
    show(<ReminderSetting hours={hours} />, '/reminder')
    expect(calls.inputs('GET /user/reminder')).toEqual([])
  })

  it('is asked for in this browser once that is allowed, then by mail', async () => {
    let permission = 'denied'
    vi.stubGlobal('PushManager', Object)
    vi.stubGlobal('Notification', { requestPermission: async () => permission })
    const ended = vi.fn()
    pushes({
      subscribe: async () => ({ toJSON: () => subscription }),
      getSubscription: async () => ({ endpoint: subscription.endpoint, unsubscribe: ended }),
    })
    calls.on('user', 'GET /user/reminder', { publicKey }).on('user', 'PUT /user/reminder', [])
    const user = await open()
    expect(choice('off').checked).toBe(true)
    await user.click(choice('push'))
    await user.click(save())
    await screen.findByText(t('reminder.denied'))
    permission = 'granted'
    await user.selectOptions(field('hour'), '7')
    fireEvent.change(field('timeZone'), { target: { value: 'Europe/London' } })
    await user.click(save())
    await left(t('notice.saved', { setting: t('settings.reminder') }))
    const choices = { hour: 7, timeZone: 'Europe/London', language: 'ja' }
    expect(calls.inputs('PUT /user/reminder')).toEqual([
      { channel: 'push', ...choices, subscription },
    ])
    expect(ended).not.toHaveBeenCalled()
    act(() => void dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })))
    await user.click(choice('mail'))
    await user.click(save())
    await waitFor(() => expect(ended).toHaveBeenCalled())
    expect(calls.inputs('PUT /user/reminder').at(-1)).toEqual({ channel: 'mail', ...choices })
  })

  it.each([true, false])('in this browser or in another one: %s', async (isHere) => {
    vi.stubGlobal('PushManager', Object)
    vi.stubGlobal('Notification', Object)
    const { endpoint } = subscription
    pushes({ getSubscription: async () => ({ endpoint }) })
    const endpoints = [isHere ? endpoint : `${endpoint}/other`]
    calls.on('user', 'GET /user/reminder', { publicKey, channel: 'push', endpoints })
    await open()
    expect(screen.queryByText(t('reminder.elsewhere')) === null).toBe(isHere)
  })

  it('keeps over a switch of the language what was chosen in place of the stored one', async () => {
    calls.on('user', 'GET /user/reminder', { channel: 'mail', hour: 20, timeZone: 'Asia/Tokyo' })
    signIn()
    // happy-dom has it for inputs alone.
    Object.assign(HTMLSelectElement.prototype, { autocomplete: '' })
    show(<ReminderSetting hours={hours} />, '/reminder')
    act(() => restoreTypedText([true, false, false, '7', 'Europe/London']))
    await waitFor(() => expect(field('hour').disabled).toBe(false))
    const restored = ['7', 'Europe/London', true]
    await waitFor(() =>
      expect([field('hour').value, field('timeZone').value, choice('off').checked]).toEqual(
        restored,
      ),
    )
  })
})

it('a person whose session has ended sees an empty form', () => {
  showUser()
  show(<GenderSetting />)
  expect(save().disabled).toBe(true)
})
