import { describe, expect, test } from 'vitest'
import { TOKYO_OFFSET_MS } from '../../src/domain/tokyo-time.ts'
import { translator } from '../../src/i18n/server.ts'
import { startApp } from '../../harness/app.ts'
import { ownApp } from '../../harness/own-app.ts'
import { maskEmail } from '../../src/domain/mask-email.ts'
import { createPerson } from '../../harness/people.ts'
import { newEmail, PASSWORD } from '../../harness/credentials.ts'
import { mails, newMail } from '../../harness/outbox.ts'
import {
  activePerson,
  login,
  outcome,
  register,
  accounts,
  user,
  userIdOf,
  value,
} from '../../harness/steps/auth-calls.ts'
import { type CallOptions } from '../../harness/steps/service-calls.ts'

const app = await ownApp(accounts())

const THIS_YEAR = new Date(Date.now() + TOKYO_OFFSET_MS).getUTCFullYear()
const tokenOf = ({ authorization }: { authorization: string }) =>
  authorization.replace('Bearer ', '')

async function linkTo(email: string, before = 0): Promise<string> {
  const { text } = await newMail(app, email, before)
  return /\/email\/confirm\?token=([A-Za-z0-9_-]+)/.exec(text)?.[1] ?? ''
}

const ask = (token: string, newEmail: string, options: CallOptions = {}) =>
  user(app, `GET /user/email/confirm/?${new URLSearchParams({ newEmail, language: 'en' })}`, {
    token,
    ...options,
  })
const confirm = (token: string, link: string) =>
  user(app, 'PUT /user/email/confirm/', { token, body: { token: link } })

describe('gender and year of birth', () => {
  test.each([0, 1, 2, 3, 4])('gender %i is kept', async (gender) => {
    const token = tokenOf(await createPerson(app))
    expect(outcome(await user(app, 'PUT /user/gender', { token, body: { gender } }))).toEqual([202])
    expect((await user(app, 'GET /user/me', { token })).body.results[0].gender).toBe(gender)
  })

  test.each([5, -1])('%i is no gender', async (gender) => {
    const token = tokenOf(await createPerson(app))
    const response = await user(app, 'PUT /user/gender', { token, body: { gender } })
    expect(outcome(response)).toEqual([406, -1023, 'gender'])
  })

  test.each([0, THIS_YEAR, THIS_YEAR - 99])('birth year %i is kept', async (birthYear) => {
    const token = tokenOf(await createPerson(app))
    expect(outcome(await user(app, 'PUT /user/birthyear', { token, body: { birthYear } }))).toEqual(
      [202],
    )
    expect((await user(app, 'GET /user/me', { token })).body.results[0].birthYear).toBe(birthYear)
  })

  test.each([THIS_YEAR + 1, THIS_YEAR - 100, -1, 1])(
    'birth year %i is refused',
    async (birthYear) => {
      const token = tokenOf(await createPerson(app))
      expect(
        outcome(await user(app, 'PUT /user/birthyear', { token, body: { birthYear } })),
      ).toEqual([406, -1023, 'birthYear'])
    },
  )
})

describe('the password', () => {
  const NEXT = 'N3w-passw0rd'
  const change = (token: string, body: unknown) => user(app, 'PUT /user/password', { token, body })

  test('is changed, ends the other sessions and keeps this one', async () => {
    const person = await activePerson(app)
    const other = (await login(app, person.email)).body.results
    expect(
      outcome(
        await change(person.accessToken, {
          email: person.email,
          password: PASSWORD,
          newPassword: NEXT,
        }),
      ),
    ).toEqual([202])
    expect((await user(app, 'GET /user/me', { token: person.accessToken })).status).toBe(200)
    expect(outcome(await user(app, 'GET /user/me', { token: other.accessToken }))).toEqual([
      401, -1008,
    ])
    expect(outcome(await login(app, person.email))).toEqual([401, -1010])
    expect((await login(app, person.email, NEXT)).status).toBe(200)
    const notice = await newMail(app, person.email, 1)
    expect(notice.kind).toBe('passwordChanged')
    expect(notice.text).toContain(translator('en')('mail.passwordChanged.heading'))
  })

  test('changes although the mail about it cannot be stored', async () => {
    const strict = await startApp(accounts())
    try {
      const person = await activePerson(strict)
      await strict.db.exec('DROP TABLE mail')
      const body = { email: person.email, password: PASSWORD, newPassword: NEXT }
      const { accessToken: token } = person
      expect(outcome(await user(strict, 'PUT /user/password', { token, body }))).toEqual([202])
    } finally {
      await strict.stop()
    }
  })

  test('wrong current password or another address: -1009, and nothing changes', async () => {
    const person = await activePerson(app)
    const body = { email: person.email, password: PASSWORD, newPassword: NEXT }
    expect(outcome(await change(person.accessToken, { ...body, password: 'Wr0ng-one!' }))).toEqual([
      401, -1009,
    ])
    expect(outcome(await change(person.accessToken, { ...body, email: newEmail() }))).toEqual([
      401, -1009,
    ])
    expect(outcome(await change(person.accessToken, { ...body, newPassword: 'short' }))).toEqual([
      406,
      -1023,
      'newPassword',
    ])
    expect((await login(app, person.email)).status).toBe(200)
  })

  test('social users have none to change', async () => {
    const token = tokenOf(await createPerson(app, { social: true }))
    expect(
      outcome(
        await change(token, { email: 'a@example.com', password: PASSWORD, newPassword: NEXT }),
      ),
    ).toEqual([403, -1016])
  })

  test('ten wrong ones lock signing in as well', async () => {
    const strict = await startApp(
      accounts({
        vars: { LIMITS: 'passwordHashesQueued=100' },
      }),
    )
    try {
      const person = await activePerson(strict)
      const body = { email: person.email, password: 'Wr0ng-one!', newPassword: NEXT }
      const tries = []
      for (let index = 0; index < 11; index++)
        tries.push(
          outcome(
            await user(strict, 'PUT /user/password', {
              token: person.accessToken,
              body,
              from: `192.0.2.${index}`,
            }),
          ),
        )
      expect(tries).toEqual([...Array.from({ length: 10 }, () => [401, -1009]), [403, -1021]])
      expect(outcome(await login(strict, person.email, PASSWORD, { from: '192.0.2.99' }))).toEqual([
        403, -1021,
      ])
    } finally {
      await strict.stop()
    }
  })
})

describe('the e-mail address', () => {
  test('refuses a link without a recent sign-in, and sends it after one', async () => {
    const person = await activePerson(app)
    const userId = (await userIdOf(app, person.email))!
    await app.db.prepare('UPDATE session SET created_at = 0 WHERE user_id = ?').bind(userId).run()
    const address = newEmail()
    expect(outcome(await ask(person.accessToken, address))).toEqual([401, -1005])
    expect(await mails(app, address)).toEqual([])
    const again = (await login(app, person.email)).body.results
    expect(outcome(await ask(again.accessToken, address))).toEqual([202])
  })

  test('changes when the link that went to the new one is confirmed, once', async () => {
    const person = await activePerson(app)
    const address = newEmail()
    expect(outcome(await ask(person.accessToken, address))).toEqual([202])
    expect(
      (await user(app, 'GET /user/me', { token: person.accessToken })).body.results[0].email,
    ).toBe(person.email)
    const link = await linkTo(address)
    expect(outcome(await confirm(person.accessToken, link))).toEqual([202])
    expect(
      (await user(app, 'GET /user/me', { token: person.accessToken })).body.results[0].email,
    ).toBe(address)
    expect((await login(app, address)).status).toBe(200)
    expect(outcome(await login(app, person.email))).toEqual([401, -1010])
    expect(outcome(await confirm(person.accessToken, link))).toEqual([406, -1023, 'token'])
    const notice = await newMail(app, person.email, 1)
    expect(notice.kind).toBe('emailChanged')
    expect(notice.text).toContain(maskEmail(address))
    expect(await mails(app, person.email)).toHaveLength(2)
  })

  test('the link works for its account only, for a day, and only the last one sent', async () => {
    const [person, stranger] = [await activePerson(app), await activePerson(app)]
    const [first, second] = [newEmail(), newEmail()]
    await ask(person.accessToken, first)
    const dead = await linkTo(first)
    await ask(person.accessToken, second)
    const link = await linkTo(second)
    expect(outcome(await confirm(stranger.accessToken, link))).toEqual([406, -1023, 'token'])
    expect(outcome(await confirm(person.accessToken, dead))).toEqual([406, -1023, 'token'])
    await app.db.prepare('UPDATE email_change SET expires_at = 0').run()
    expect(outcome(await confirm(person.accessToken, link))).toEqual([406, -1023, 'token'])
    expect(
      (await user(app, 'GET /user/me', { token: person.accessToken })).body.results[0].email,
    ).toBe(person.email)
  })

  test('a taken or malformed one is refused, at asking and at confirming', async () => {
    const [person, other] = [await activePerson(app), await activePerson(app)]
    expect(outcome(await ask(person.accessToken, other.email.toUpperCase()))).toEqual([406, -1018])
    expect(outcome(await ask(person.accessToken, 'nobody'))).toEqual([406, -1023, 'newEmail'])
    const address = newEmail()
    await ask(person.accessToken, address)
    const link = await linkTo(address)
    await activePerson(app, address)
    expect(outcome(await confirm(person.accessToken, link))).toEqual([406, -1018])
  })

  test('a person who proves an address takes it over from an account that never did', async () => {
    const person = await activePerson(app)
    const address = newEmail()
    await ask(person.accessToken, address)
    const link = await linkTo(address)
    await register(app, address)
    expect(outcome(await confirm(person.accessToken, link))).toEqual([202])
    expect(await userIdOf(app, address)).toBe(
      await value<string>(app, 'SELECT id FROM user WHERE email = ?1', address),
    )
    expect(await value(app, 'SELECT count(*) FROM user WHERE email_key = ?1', address)).toBe(1)
    expect(
      (await user(app, 'GET /user/me', { token: person.accessToken })).body.results[0].email,
    ).toBe(address)
  })

  test('social users cannot', async () => {
    const token = tokenOf(await createPerson(app, { social: true }))
    expect(outcome(await ask(token, newEmail()))).toEqual([403, -1016])
    expect(outcome(await confirm(token, 'x'))).toEqual([403, -1016])
  })

  test('one link a minute', async () => {
    const strict = await startApp(accounts({ limits: 'real' }))
    try {
      const person = await activePerson(strict)
      const query = `GET /user/email/confirm/?${new URLSearchParams({ newEmail: newEmail(), language: 'ja' })}`
      expect(outcome(await user(strict, query, { token: person.accessToken }))).toEqual([202])
      const again = await user(strict, query, { token: person.accessToken })
      expect(outcome(again)).toEqual([403, -1021])
      expect(Number(again.headers.get('Retry-After'))).toBeGreaterThan(50)
    } finally {
      await strict.stop()
    }
  })
})
