import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { calls, messages, navigations, person, show, signIn, t } from '../../harness/island.tsx'
import { retype } from '../../harness/retype.ts'
import { refused } from '../../harness/stub-calls.ts'
import { shown } from '../../harness/examples.ts'
import DeleteAccountProceed from '../../src/islands/account/DeleteAccountProceed.tsx'
import MailedLink from '../../src/islands/account/MailedLink.tsx'
import OtpEmail from '../../src/islands/auth/OtpEmail.tsx'
import ResetPassword from '../../src/islands/auth/ResetPassword.tsx'

const CODE = '482913'
const NEW_PASSWORD = 'N3w-passw0rd'
const keepAddress = () => sessionStorage.setItem('EmailAddress', person.email)
const boxes = () =>
  [...document.querySelectorAll<HTMLInputElement>('input[name="digit"]')].map(({ value }) => value)

describe('the code screen', () => {
  const confirm = () => screen.getByRole('button', { name: t('otp.confirm') })
  beforeEach(() => {
    keepAddress()
    calls.on('auth', 'GET /user/register/complete/', { retryAfter: 60 })
  })
  const load = (Screen = OtpEmail) => show(<Screen purpose="activation" />, '/otp_email')
  async function open(Screen = OtpEmail) {
    const user = load(Screen)
    await screen.findByText(t('otp.sentTo'))
    return user
  }
  const digit = (n: number) => screen.getByLabelText(t('otp.digit', { n }))
  const first = () => digit(1)

  it('sends one code by itself, counts the wait down, and sends none before', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const user = await open()
    const wait = () => screen.getByRole('button', { name: /60|59|58/ })
    expect(wait().getAttribute('aria-disabled')).toBe('true')
    await user.click(wait())
    expect(calls.inputs('GET /user/register/complete/')).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(61_000)
    await screen.findByRole('button', { name: t('otp.resend') })
    vi.useRealTimers()
  })

  it('moves by the arrow keys, and stays at both ends', async () => {
    const user = await open()
    const focused = () =>
      [...document.querySelectorAll('input[name="digit"]')].indexOf(document.activeElement!)
    await user.click(first())
    await user.keyboard('{ArrowLeft}')
    expect(focused()).toBe(0)
    await user.keyboard('{ArrowRight>7/}')
    expect(focused()).toBe(5)
  })

  it('says that a code was sent before, until a code is refused', async () => {
    calls
      .on('auth', 'GET /user/register/complete/', refused('tooManyAttempts', { retryAfter: 40 }))
      .on('auth', 'GET /user/key/available/', refused('dataNotAvailable'))
    const user = load()
    await screen.findByText(t('otp.alreadySent'))
    await user.click(first())
    await user.keyboard(CODE)
    await screen.findByText(t('otp.failed'))
    expect(sessionStorage.getItem('EmailAddress')).toBe(person.email)
    expect(screen.queryByText(t('otp.alreadySent'))).toBeNull()
    await waitFor(() => expect(document.activeElement).toBe(first()))
  })

  it('tells a code that ended from one that is wrong, and sends each code once at its sixth digit', async () => {
    calls.on('auth', 'GET /user/key/available/', refused('dataNotAvailable'))
    const user = await open()
    await user.click(first())
    await user.keyboard(CODE)
    await screen.findByText(t('otp.failed'))
    expect(confirm()).toHaveProperty('disabled', true)
    calls.on('auth', 'GET /user/key/available/', refused('tooManyAttempts'))
    await user.click(first())
    await user.keyboard('11111')
    expect(calls.inputs('GET /user/key/available/')).toHaveLength(1)
    await user.keyboard('1')
    await screen.findByText(t('otp.dead'))
    await user.click(first())
    await user.keyboard('111111')
    expect(calls.inputs('GET /user/key/available/')).toHaveLength(2)
    await user.click(confirm())
    await waitFor(() => expect(calls.inputs('GET /user/key/available/')).toHaveLength(3))
    await user.click(first())
    await user.paste('211111')
    await waitFor(() => expect(calls.inputs('GET /user/key/available/')).toHaveLength(4))
  })

  it.each(['123456', ' 12 34-56 ', '１２３４５６', '1234567'])(
    'takes a pasted %j',
    async (pasted) => {
      calls.on('auth', 'GET /user/key/available/', refused('network'))
      const user = await open()
      await user.click(digit(3))
      await user.paste(pasted)
      expect(boxes()).toEqual(['1', '2', '3', '4', '5', '6'])
      await screen.findByText(t('error.network'))
      expect(confirm().hasAttribute('disabled')).toBe(false)
    },
  )

  it('refuses letters, goes back by Backspace, and keeps the digits where the network fails', async () => {
    calls.on('auth', 'GET /user/key/available/', refused('network'))
    const user = await open()
    await user.click(first())
    await user.keyboard('a12b3')
    expect(boxes()).toEqual(['1', '2', '3', '', '', ''])
    await user.click(digit(2))
    await user.keyboard('x')
    expect(boxes()).toEqual(['1', '2', '3', '', '', ''])
    // Beside the digit that is there, after it and before it.
    for (const [content, second] of [
      ['29', '9'],
      ['29', '2'],
      ['22', '2'],
    ]) {
      fireEvent.input(digit(2), { target: { value: content } })
      expect(boxes()).toEqual(['1', second, '3', '', '', ''])
    }
    await user.click(digit(4))
    await user.keyboard('{Backspace}')
    expect(boxes()).toEqual(['1', '2', '', '', '', ''])
    await user.keyboard('9876')
    expect(boxes()).toEqual(['1', '2', '9', '8', '7', '6'])
    await screen.findByText(t('error.network'))
    expect(document.querySelector('input[name="digit"][aria-invalid]')).toBeNull()
    expect(document.activeElement).toBe(digit(6))
    await user.keyboard('{Backspace}')
    expect(confirm().hasAttribute('disabled')).toBe(true)
  })

  it('takes a part of a code from the box on, cut at the end', async () => {
    calls.on('auth', 'GET /user/key/available/', refused('network'))
    const user = await open()
    await user.click(first())
    await user.keyboard('1234')
    await user.paste('789')
    expect(boxes()).toEqual(['1', '2', '3', '4', '7', '8'])
    await screen.findByText(t('error.network'))
    expect(calls.inputs('GET /user/key/available/')).toMatchObject([{ passcode: '123478' }])
  })

  it('offers the code from the message, which a phone enters into one box, and a numeric keyboard', async () => {
    calls.on('auth', 'GET /user/key/available/', refused('network'))
    await open()
    expect(first().getAttribute('autocomplete')).toBe('one-time-code')
    expect(first().getAttribute('inputmode')).toBe('numeric')
    fireEvent.input(first(), { target: { value: '246810' } })
    expect(boxes()).toEqual(['2', '4', '6', '8', '1', '0'])
    await screen.findByText(t('error.network'))
  })

  it('sends no second code for a switch of the language', async () => {
    sessionStorage.setItem('TypedText', JSON.stringify({ path: '/otp_email', fields: [] }))
    history.replaceState(null, '', '/otp_email')
    vi.resetModules()
    const { default: Switched } = await import('../../src/islands/auth/OtpEmail.tsx')
    const { setWords } = await import('../../src/i18n/translate.ts')
    setWords(messages)
    const user = await open(Switched)
    expect(calls.sent).toEqual([])
    await user.click(screen.getByRole('button', { name: t('otp.resend') }))
    await waitFor(() => expect(calls.inputs('GET /user/register/complete/')).toHaveLength(1))
  })

  it('sends no second code for a reload, which would make the first worthless', async () => {
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type: 'reload' } as never])
    await open()
    await open()
    expect(calls.inputs('GET /user/register/complete/')).toHaveLength(1)
  })

  it('leads on with the right code, to the login where no session waits for it', async () => {
    calls.on('auth', 'GET /user/key/available/', []).on('auth', 'PUT /user/status/activated', [])
    const user = await open()
    await user.click(first())
    await user.paste(CODE)
    await waitFor(() => expect(navigations).toEqual(['/']))
    expect(calls.inputs('PUT /user/status/activated')).toEqual([
      { email: person.email, passcode: CODE, language: 'ja' },
    ])
  })

  it('leads on after an activation whose response was lost', async () => {
    signIn({ activated: false })
    calls
      .on('auth', 'GET /user/key/available/', refused('dataNotAvailable'))
      .on('user', 'GET /user/me', [person])
    const user = await open()
    await user.click(first())
    await user.paste(CODE)
    await waitFor(() => expect(navigations).toEqual(['/signup_username']))
    expect(sessionStorage.getItem('EmailAddress')).toBeNull()
  })

  it('leads away without an address', async () => {
    sessionStorage.clear()
    load()
    await waitFor(() => expect(navigations).toEqual(['/login']))
  })
})

const fill = async (user: ReturnType<typeof show>, password: string, confirmed: string) => {
  for (const [label, text] of [
    [t('field.newPassword'), password],
    [t('field.confirmPassword'), confirmed],
  ] as const) {
    await retype(user, screen.getByLabelText(label), text)
  }
  await user.click(screen.getByRole('button', { name: t('settings.save') }))
}

const reset = (search = `?passCode=${CODE}`) => {
  keepAddress()
  return show(<ResetPassword />, `/reset_password${search}`)
}

it('a new password is refused where it breaks a rule or differs, and where its code has ended', async () => {
  calls.on('auth', 'GET /user/key/available/', [])
  const user = reset()
  await fill(user, 'short', 'short')
  await screen.findByText(t('error.password'))
  await fill(user, NEW_PASSWORD, 'another')
  await screen.findByText(t('error.passwordMismatch'))
  const common = refused('dataNotAvailable', { field: 'newPassword' })
  calls.on('auth', 'PUT /user/password/reset/', common)
  await fill(user, NEW_PASSWORD, NEW_PASSWORD)
  await screen.findByText(t('error.passwordCommon'))
  calls
    .on('auth', 'PUT /user/password/reset/', refused('dataNotAvailable'))
    .on('auth', 'POST /user/login/', refused('invalidEmailOrPassword'))
  await fill(user, NEW_PASSWORD, NEW_PASSWORD)
  await screen.findByText(t('resetPassword.codeDead'))
  const another = screen.getByRole('link', { name: t('resetPassword.newCode') })
  expect(another.getAttribute('href')).toBe('/forgot_password/otp_email')
  expect(navigations).toEqual([])
})

it('a new password whose response was lost logs in at the next press', async () => {
  calls
    .on('auth', 'GET /user/key/available/', [])
    .on('auth', 'PUT /user/password/reset/', refused('network'))
  const user = reset()
  await fill(user, NEW_PASSWORD, NEW_PASSWORD)
  await screen.findByText(t('error.network'))
  calls
    .on('auth', 'PUT /user/password/reset/', refused('dataNotAvailable'))
    .on('auth', 'POST /user/login/', shown.session)
    .on('user', 'GET /user/me', [person])
  await fill(user, NEW_PASSWORD, NEW_PASSWORD)
  await waitFor(() => expect(navigations).toEqual(['/']))
})

it.each(['', '?passCode=12'])('a new password needs a code in the address: %j', async (search) => {
  reset(search)
  await waitFor(() => expect(navigations).toEqual(['/forgot_password']))
  expect(sessionStorage['Notice']).toContain(t('otp.needed'))
})

it('a locked account gets a link by mail, not a code', () => {
  expect(t('dialog.verificationSent.text', { email: '' })).not.toMatch(/コード/)
})

it.each(['done', 'dead'] as const)(
  'a mailed link opens a locked code entry once: %s',
  async (end) => {
    calls.on('auth', 'PUT /user/key/unlock/', end === 'done' ? [] : refused('dataNotAvailable'))
    const user = show(<MailedLink purpose="unlock" />, '/unlock_code?token=x')
    await user.click(screen.getByRole('button', { name: t('mailedLink.unlock.submit') }))
    await screen.findByText(t(`mailedLink.unlock.${end}`))
    expect(screen.queryByText(t('mailedLink.unlock.lead'))).toBeNull()
    expect(screen.queryByRole('button')).toBeNull()
  },
)

it('a mailed link secures an account and leads to the code for a new password', async () => {
  calls.on('auth', 'PUT /user/secure/', { email: person.email })
  const user = show(<MailedLink purpose="secure" />, '/secure_account?token=x')
  expect(calls.inputs('PUT /user/secure/')).toEqual([])
  await user.click(screen.getByRole('button', { name: t('mailedLink.secure.submit') }))
  await waitFor(() => expect(navigations).toEqual(['/forgot_password/otp_email']))
  expect(sessionStorage.getItem('EmailAddress')).toBe(person.email)
  expect(sessionStorage.getItem('Notice')).toContain(t('mailedLink.secure.notice'))
})

it('a mailed link secures an account without a password', async () => {
  calls.on('auth', 'PUT /user/secure/', {})
  const user = show(<MailedLink purpose="secure" />, '/secure_account?token=x')
  await user.click(screen.getByRole('button', { name: t('mailedLink.secure.submit') }))
  await screen.findByText(t('mailedLink.secure.done'))
  expect(navigations).toEqual([])
})

it('a mailed link ends a reminder at once where a person has pressed on it already', async () => {
  calls.on('user', 'POST /user/reminder/end', [])
  show(<MailedLink purpose="reminderEnd" />, '/reminder/end?token=x#now')
  await screen.findByText(t('mailedLink.reminderEnd.done'))
  expect(screen.getByRole('link').getAttribute('href')).toBe('/account_settings')
  expect(location.hash).toBe('')
})

describe('the deletion of an account', () => {
  const open = (path = `/delete_account_proceed?passCode=${CODE}`) =>
    show(<DeleteAccountProceed helpHref="/help" />, path)
  const submit = () => screen.getByRole('button', { name: t('deleteAccount.submit') })
  beforeEach(() => {
    signIn()
    calls.on('auth', 'GET /user/key/available/', [])
  })

  it('asks for the checkbox, and says where it fails', async () => {
    const user = open()
    await user.click(submit())
    await screen.findByText(t('deleteAccount.mustUnderstand'))
    const box = screen.getByLabelText(t('deleteAccount.understood'))
    await waitFor(() => expect(document.activeElement).toBe(box))
    expect(calls.inputs('DELETE /user/')).toEqual([])
    await user.click(box)
    calls.on('account', 'DELETE /user/', refused('network'))
    await user.click(submit())
    await screen.findByText(t('error.network'))
    calls.on('account', 'DELETE /user/', refused('dataNotAvailable'))
    await user.click(submit())
    await screen.findByText(t('deleteAccount.codeDead'))
    expect(navigations).toEqual([])
  })

  it('leaves nothing of the person in this browser', async () => {
    const removed: string[] = []
    const dropCache = async (name: string) => removed.push(name) > 0
    vi.stubGlobal('caches', { delete: dropCache })
    for (const key of ['Draft:question', 'UpdateInfo', 'Privacy', 'Language'])
      localStorage.setItem(key, 'ja')
    calls.on('account', 'DELETE /user/', [])
    const user = open()
    await user.click(screen.getByLabelText(t('deleteAccount.understood')))
    await user.click(submit())
    await waitFor(() => expect(navigations).toEqual(['/']))
    expect(Object.keys(localStorage).sort()).toEqual(['Language', 'Privacy'])
    expect(Object.keys(sessionStorage)).toEqual(['Notice'])
    expect(sessionStorage.getItem('Notice')).toContain(t('notice.accountDeleted'))
    expect(removed).toEqual(['read'])
  })

  it.each(['', '?passCode=12345', '?passCode=abcdef', '?passCode=123456'])(
    'leads back without a valid code: %j',
    async (query) => {
      calls.on('auth', 'GET /user/key/available/', refused('dataNotAvailable'))
      open(`/delete_account_proceed${query}`)
      await waitFor(() => expect(navigations).toEqual(['/delete_account']))
    },
  )
})
