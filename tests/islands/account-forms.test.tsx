import { act, screen, waitFor } from '@testing-library/react'
import { createElement, type ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { PASSWORD } from '../../harness/credentials.ts'
import { calls, messages, navigations, person, show, signIn, t } from '../../harness/island.tsx'
import { retype } from '../../harness/retype.ts'
import { refused } from '../../harness/stub-calls.ts'
import { shown } from '../../harness/examples.ts'
import { MINUTE_MS } from '../../src/domain/durations.ts'
import { isValidPassword } from '../../src/domain/password.ts'
import { errors } from '../../src/domain/errors.ts'
import hydrate from '../../src/islands/hydrate.ts'
import Login from '../../src/islands/auth/Login.tsx'
import Signup from '../../src/islands/auth/Signup.tsx'
import SignupUsername from '../../src/islands/auth/SignupUsername.tsx'

const fullWidth = (text: string) =>
  text.replace(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0))
const { screen: screenSize } = window
const email = () => screen.getByLabelText<HTMLInputElement>(t('field.email'))
const password = () => screen.getByLabelText<HTMLInputElement>(t('field.password'))

async function isRefused(text: string, field: string) {
  await screen.findByText(text)
  await waitFor(() => expect(document.activeElement?.getAttribute('name')).toBe(field))
  const focused = document.activeElement!
  expect(focused.getAttribute('aria-invalid')).toBe('true')
  const described = (focused.getAttribute('aria-describedby') ?? '').split(' ')
  const said = described.map((id) => document.getElementById(id)?.textContent)
  expect(said.join(' ')).toContain(text)
}

describe('signing up', () => {
  const taken = 'taken@example.com'
  const submit = () => screen.getByRole('button', { name: t('signup.submit') })
  beforeEach(() => {
    calls
      .on('auth', 'GET /user/email/available/', ({ email }) =>
        email === taken ? refused('emailTaken') : [],
      )
      .on('auth', 'POST /user/register/', { ...shown.session, username: person.username })
      .on('user', 'GET /user/me', [person])
  })
  const signUp = () => show(<Signup termsHref="/terms" />, '/signup')

  it('keeps what was typed if a translator changed the page before its script came', async () => {
    const page = document.body.appendChild(document.createElement('div'))
    const props = { messages, termsHref: '/terms' }
    page.innerHTML = renderToString(createElement(Signup, props))
    const terms = page.querySelector<HTMLInputElement>('[name=terms]')!
    const word = [...terms.parentElement!.childNodes].find(({ nodeType }) => nodeType === 3)!
    const font = document.createElement('font')
    word.replaceWith(font)
    font.textContent = 'I agree'
    email().value = 'kenji@example.com'
    terms.checked = true
    hydrate(page)(Signup as ComponentType, props)
    await waitFor(() => expect(font.isConnected).toBe(false))
    expect(email().value).toBe('kenji@example.com')
    expect(screen.getByLabelText<HTMLInputElement>(t('signup.terms')).checked).toBe(true)
    page.remove()
  })

  it('refuses address, availability, password and terms, one after the other', async () => {
    const user = signUp()
    await user.click(submit())
    await isRefused(t('error.email.empty'), 'email')
    expect(screen.getByText(t('error.terms'))).toBeTruthy()
    await user.type(email(), 'kenji.example.com')
    await user.click(submit())
    await isRefused(t('error.email.invalid'), 'email')
    await retype(user, email(), 'kenji@example.com、')
    await user.click(submit())
    await isRefused(t('error.email.meant', { email: 'kenji@example.com' }), 'email')
    await retype(user, email(), taken)
    await user.click(submit())
    await isRefused(t('error.emailTaken'), 'email')
    const toReset = screen.getByRole('link', { name: t('signup.toReset') })
    expect(toReset.getAttribute('href')).toBe('/forgot_password')
    await retype(user, email(), fullWidth('kenji@example.com'))
    await user.click(submit())
    await isRefused(t('error.passwordEmpty'), 'password')
    await user.type(password(), 'passw0rd!')
    await user.click(submit())
    await isRefused(t('error.password'), 'password')
    await retype(user, password(), PASSWORD)
    await user.click(submit())
    await isRefused(t('error.terms'), 'terms')
    await user.click(screen.getByLabelText(t('signup.terms')))
    await user.click(submit())
    await waitFor(() => expect(navigations).toEqual(['/otp_email']))
    expect(calls.inputs('POST /user/register/')).toEqual([
      { newEmail: 'kenji@example.com', newPassword: PASSWORD },
    ])
    expect(sessionStorage.getItem('EmailAddress')).toBe('kenji@example.com')
  })

  it('leads to the code after a registration whose response was lost', async () => {
    calls.on('auth', 'POST /user/register/', refused('network'))
    const user = signUp()
    await user.type(email(), 'kenji@example.com')
    await user.type(password(), PASSWORD)
    await user.click(screen.getByLabelText(t('signup.terms')))
    await user.click(submit())
    await screen.findByText(t('error.network'))
    calls
      .on('auth', 'POST /user/register/', refused('emailTaken'))
      .on('auth', 'POST /user/login/', refused('userNotActivated'))
    await user.click(submit())
    await waitFor(() => expect(navigations).toEqual(['/otp_email']))
    expect(sessionStorage.getItem('EmailAddress')).toBe('kenji@example.com')
  })

  it('says to a second sign-up that the address waits for its code', async () => {
    signIn({ activated: false, email: taken })
    const user = signUp()
    await user.type(email(), taken)
    await user.click(submit())
    await isRefused(t('signup.pending'), 'email')
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(links).toEqual(expect.arrayContaining(['/otp_email', '/forgot_password']))
  })

  it('ticks the five rules while the password is typed', async () => {
    const user = signUp()
    const met = () =>
      [...document.querySelectorAll<HTMLElement>('.password-rules li')].map(
        ({ dataset }) => dataset['met'] === 'true',
      )
    const steps: [string, boolean[]][] = [
      ['a', [false, true, false, false, false]],
      ['aB', [false, true, true, false, false]],
      ['aB1', [false, true, true, true, false]],
      ['aB1!', [false, true, true, true, true]],
      ['aB1!aB1!', [true, true, true, true, true]],
      ['aB1!aB1!aB1!aB1!aB1!x', [false, true, true, true, true]],
    ]
    for (const [typed, expected] of steps) {
      await retype(user, password(), typed)
      await waitFor(() => expect(met()).toEqual(expected))
    }
    await screen.findByText(t('password.tooLong', { length: 21, max: 20 }))
    await retype(user, password(), 'aB1€')
    await screen.findByText(t('password.uncounted', { character: '€' }))
  })
})

describe('logging in', () => {
  const submit = () => screen.getByRole('button', { name: t('login.submit') })
  async function logIn(isKept = true) {
    const user = show(<Login />, '/login')
    await user.type(email(), person.email)
    await user.type(password(), PASSWORD)
    if (!isKept) await user.click(screen.getByLabelText(t('login.keep')))
    await user.click(submit())
    return user
  }

  it('refuses a wrong password and loses nothing without a network', async () => {
    calls.on('auth', 'POST /user/login/', refused('invalidEmailOrPassword'))
    const user = await logIn()
    await screen.findByText(t('error.login'))
    calls.on('auth', 'POST /user/login/', refused('network'))
    await user.click(submit())
    await screen.findByText(t('error.network'))
    expect(email().value).toBe(person.email)
    expect(navigations).toEqual([])
  })

  it('shows an error until its field is edited', async () => {
    const user = show(<Login />, '/login')
    for (const [text, typed] of [
      [t('error.email.empty'), 'k'],
      [t('error.email.invalid'), 'e'],
    ] as const) {
      await user.click(submit())
      await isRefused(text, 'email')
      await user.type(email(), typed)
      expect(screen.queryByText(text)).toBeNull()
      expect(email().getAttribute('aria-invalid')).toBeNull()
    }
  })

  it('keeps everything over a maintenance, whose end it tells', async () => {
    const headers = { 'Retry-After': '5400', Maintenance: '1' }
    const { databaseConnectionFailed: body } = errors
    calls.on('auth', 'POST /user/login/', Response.json(body, { status: 503, headers }))
    await logIn()
    const [start = ''] = t('error.maintenance').split('{')
    await screen.findByText((text) => text.startsWith(start))
    expect([email().value, password().value]).toEqual([person.email, PASSWORD])
  })

  it('leads to the code before activation', async () => {
    calls.on('auth', 'POST /user/login/', refused('userNotActivated'))
    await logIn()
    await waitFor(() => expect(navigations).toEqual(['/otp_email']))
    expect(sessionStorage.getItem('EmailAddress')).toBe(person.email)
  })

  it('stays in its tab when it is not kept, and tells the device', async () => {
    // New York, with a summer time of one hour.
    vi.spyOn(Date.prototype, 'getTimezoneOffset').mockImplementation(function (this: Date) {
      return this.getUTCMonth() > 2 && this.getUTCMonth() < 10 ? 240 : 300
    })
    vi.spyOn(navigator, 'language', 'get').mockReturnValue('fr-CA')
    vi.spyOn(screenSize, 'width', 'get').mockReturnValue(390)
    vi.spyOn(screenSize, 'height', 'get').mockReturnValue(844)
    calls.on('auth', 'POST /user/login/', shown.session).on('user', 'GET /user/me', [person])
    await logIn(false)
    await waitFor(() => expect(navigations).toEqual(['/']))
    expect(sessionStorage.getItem('UserInfo')).toContain(person.email)
    expect(localStorage.length).toBe(0)
    const { headers } = calls.sent.find(({ endpoint }) => endpoint === 'POST /user/login/')!
    const told = (name: string) => headers.get(name)
    expect([told('KeepSignedIn'), told('LocalLanguage'), told('Resolution')]).toEqual([
      '0',
      'fr-CA',
      '390x844',
    ])
    expect(told('DSTOffset')).toBe('60')
    expect(['240', '300']).toContain(told('TimezoneOffset'))
    const localTime = Date.parse(`${told('LocalTime')}Z`)
    const offsetMs = Number(told('TimezoneOffset')) * MINUTE_MS
    expect(Math.abs(localTime + offsetMs - Date.now())).toBeLessThan(MINUTE_MS)
  })

  it('has its fields in order, and shows the password on a press', async () => {
    const user = show(<Login />, '/login')
    const order = [email(), password()]
    const reveal = screen.getByRole('button', { name: t('password.show') })
    order.push(reveal as HTMLInputElement, screen.getByLabelText(t('login.keep')))
    for (const stop of [...order, submit()]) {
      if (stop !== email()) await user.tab()
      expect(document.activeElement).toBe(stop)
      if (stop !== reveal) continue
      await user.keyboard('{Enter}')
      expect(password().type).toBe('text')
      await user.keyboard('{Enter}')
      expect(password().type).toBe('password')
    }
  })

  it('opens no keyboard on a phone', () => {
    vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: false } as MediaQueryList)
    show(<Login />, '/login')
    expect(document.activeElement).toBe(document.body)
  })

  it('leads a suspended person to the reasons', async () => {
    calls
      .on('auth', 'POST /user/login/', shown.session)
      .on('user', 'GET /user/me', [{ ...person, suspended: {} }])
    await logIn()
    await waitFor(() => expect(navigations).toEqual(['/notices']))
  })

  it('is sent once, however often the button is pressed', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    calls
      .on('auth', 'POST /user/login/', () => released.then(() => shown.session))
      .on('user', 'GET /user/me', [person])
    const user = await logIn()
    expect(submit().getAttribute('aria-busy')).toBe('true')
    await user.click(submit())
    await user.keyboard('{Enter}')
    release()
    await waitFor(() => expect(navigations).toEqual(['/']))
    expect(calls.inputs('POST /user/login/')).toHaveLength(1)
  })

  it('names its fields for password managers, as the sign-up does, which alone tells the rules of a new password', () => {
    const tokens = () => [...document.querySelectorAll('input')].map((input) => input.autocomplete)
    const rules = () => password().getAttribute('passwordrules')
    show(<Login />)
    expect(tokens()).toEqual(['username webauthn', 'current-password', ''])
    expect(rules()).toBeNull()
    document.body.replaceChildren()
    show(<Signup termsHref="/terms" />)
    expect(tokens()).toEqual(['username', 'new-password', ''])
    const special = /\[(.*)\]/.exec(rules()!)![1]!
    for (const character of special) expect(isValidPassword(`aB1xxxxx${character}`)).toBe(true)
    expect(rules()!.replace(special, '')).toBe(
      'minlength: 8; maxlength: 20; required: lower; required: upper; required: digit; required: [];',
    )
  })
})

describe('choosing a username', () => {
  const name = () => screen.getByLabelText<HTMLInputElement>(t('field.username'))
  const save = () => screen.getByRole('button', { name: t('settings.save') })
  const choose = () => {
    signIn()
    localStorage.setItem('UserName', 'given-name')
    return show(<SignupUsername />, '/signup_username')
  }

  it('saves no name that is too long, written otherwise or taken', async () => {
    calls
      .on('auth', 'GET /user/username/available/', ({ username }) =>
        /admin|taken/i.test(username) ? refused('usernameTaken') : [],
      )
      .on('user', 'PUT /user/username', ({ newUsername }) =>
        newUsername === 'taken' ? refused('usernameTaken') : [],
      )
      .on('user', 'GET /user/me', [{ ...person, username: 'new-name' }])
    const user = choose()
    await waitFor(() => expect(name().value).toBe('given-name'))
    const selected = () => name().value.slice(name().selectionStart!, name().selectionEnd!)
    await user.click(name())
    expect(selected()).toBe('given-name')
    await user.click(name())
    expect(selected()).toBe('')
    await user.type(name(), 's')
    act(() => name().blur())
    act(() => name().focus())
    expect(selected()).toBe('')
    await user.keyboard('{Backspace}')
    const fill = (text: string) => retype(user, name(), text)
    expect(screen.getByText('10/30')).toBeTruthy()
    await fill('x'.repeat(31))
    await screen.findByText('31/30')
    await screen.findByText(t('error.username.tooLong'))
    await user.click(save())
    await fill('山田')
    await screen.findByText(t('error.username.characters'))
    await fill('__')
    await screen.findByText(t('error.username.punctuation'))
    await user.clear(name())
    await user.click(save())
    await screen.findByText(t('error.username.empty'))
    await fill('Admin')
    await screen.findByText(t('error.usernameTaken'))
    await fill('taken')
    await user.click(save())
    await screen.findByText(t('error.usernameTaken'))
    expect(calls.inputs('PUT /user/username')).toEqual([{ newUsername: 'taken' }])
    await fill(' ｎｅｗ-name ')
    await screen.findByText(t('username.available'), { selector: '.field-hint' })
    await user.click(save())
    await waitFor(() => expect(navigations).toEqual(['/']))
    expect(localStorage.getItem('UserName')).toBe('new-name')
    expect(localStorage.getItem('UserInfo')).toContain('new-name')
  })

  it('looks no name up while it is saved', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    calls
      .on('user', 'PUT /user/username', () => released.then(() => []))
      .on('user', 'GET /user/me', [person])
    const user = choose()
    await retype(user, name(), 'a-swift-name{Enter}')
    await waitFor(() => expect(calls.inputs('PUT /user/username')).toHaveLength(1))
    vi.useFakeTimers()
    await vi.advanceTimersByTimeAsync(5_000)
    vi.useRealTimers()
    release()
    await waitFor(() => expect(navigations).toEqual(['/']))
    expect(calls.inputs('GET /user/username/available/')).toEqual([])
  })
})
