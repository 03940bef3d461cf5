import { expect, test } from 'vitest'
import { DAY_MS } from '../../src/domain/durations.ts'
import { newEmail, PASSWORD } from '../../harness/credentials.ts'
import { mails, mailsTo } from '../../harness/outbox.ts'
import { sharedApp } from '../../harness/own-app.ts'
import {
  activePerson,
  auth,
  browser,
  confirmEmailChange,
  cookieOf,
  emailChangeToken,
  invalid,
  login,
  meOf,
  outcome,
  outcomeOfMe,
  register,
  sentCode,
  user,
  userIdOf,
} from '../../harness/steps/auth-calls.ts'

const app = await sharedApp()

const agent = (name: string) => ({ headers: { 'User-Agent': name } })

const linkIn = ({ text }: { text: string }) => /secure_account\?token=([\w-]{22})$/m.exec(text)![1]!
const secure = (token: string) => auth(app, 'PUT /user/secure/', { body: { token } })
/** After a later mail, so that no earlier one is on its way. */
async function newBrowserMails(email: string) {
  await app.sql`DELETE FROM attempt_counter`.run()
  await sentCode(app, email, 'passwordReset')
  return (await mails(app, email)).filter(({ kind }) => kind === 'newBrowser')
}

/** Changes the address as somebody with password and session can. */
async function moveTo(address: string, token: string) {
  const link = await emailChangeToken(app, token, address)
  expect(await confirmEmailChange(app, token, link)).toEqual([202])
}

test('a sign-in is mailed once for each new browser, not for the one that signed up', async () => {
  const email = newEmail()
  await register(app, email, browser())
  await app.sql`UPDATE user SET activated_at = 1 WHERE email = ${email}`.run()
  const iPhone = { ...browser().headers, 'User-Agent': 'Mozilla/5.0 (iPhone)' }
  const phone = cookieOf(await login(app, email, undefined, { headers: iPhone }))
  const [mail] = await mailsTo(app, email, 1)
  expect(mail!.kind).toBe('newBrowser')
  expect(mail!.text).toMatch(/^iPhone\n20\d\d年\d+月\d+日（.）/m)
  await login(app, email, undefined, browser(phone))
  expect(await newBrowserMails(email)).toHaveLength(1)
  const other = await activePerson(app)
  await login(app, other.email, undefined, browser())
  await login(app, other.email, undefined, browser(phone))
  expect((await mailsTo(app, other.email, 1))[0]!.kind).toBe('newBrowser')
})

test('a sign-in by a client without the cookie is mailed once for each user agent, at most five a day', async () => {
  const { email } = await activePerson(app)
  await login(app, email, undefined, browser())
  for (const name of ['a', 'a', 'b', 'c', 'd', 'e', 'f']) {
    expect((await login(app, email, undefined, agent(name))).status).toBe(200)
  }
  await mailsTo(app, email, 4)
  expect(await newBrowserMails(email)).toHaveLength(4)
})

async function robbed() {
  const person = await activePerson(app)
  await login(app, person.email)
  const thief = (await login(app, person.email, undefined, agent('thief'))).body.results
  const link = linkIn((await mailsTo(app, person.email, 1))[0]!)
  return { ...person, thief: thief.accessToken as string, link }
}

test('the link ends every session and the password, once, and a code sets a new one', async () => {
  const { email, accessToken, thief, link } = await robbed()
  const response = await secure(link)
  expect(response.body.results).toEqual({ email })
  for (const token of [accessToken, thief])
    expect(await outcomeOfMe(app, token)).toEqual([401, -1008])
  expect(outcome(await login(app, email))).toEqual([401, -1010])
  expect(outcome(await secure(link))).toEqual(invalid('token'))
  const body = { email, newPassword: `${PASSWORD}2`, passcode: '', language: 'en' }
  body.passcode = await sentCode(app, email, 'passwordReset')
  expect(outcome(await auth(app, 'PUT /user/password/reset/', { body }))).toEqual([202])
  expect((await login(app, email, body.newPassword)).status).toBe(200)
})

test('the link does nothing when it is unknown, seven days old, or without its account', async () => {
  const { email, accessToken, link } = await robbed()
  for (const token of ['', 'x', `${link}x`])
    expect(outcome(await secure(token))).toEqual(invalid('token'))
  const shift = (by: number) =>
    app.sql`UPDATE security_link SET expires_at = expires_at + ${by} WHERE email = ${email}`.run()
  await shift(-7 * DAY_MS)
  expect(outcome(await secure(link))).toEqual(invalid('token'))
  await shift(7 * DAY_MS)
  expect(await outcomeOfMe(app, accessToken)).toEqual([200])
  await app.sql`DELETE FROM user WHERE email = ${email}`.run()
  expect(outcome(await secure(link))).toEqual(invalid('token'))
})

test('the link gives the owner the address back, whatever the thief does with the new one', async () => {
  const { email, thief } = await robbed()
  const [second, third] = [newEmail(), newEmail()]
  await moveTo(second, thief)
  const [told] = await mailsTo(app, email, 2)
  expect(told!.kind).toBe('emailChanged')
  await login(app, second, undefined, agent('of the thief'))
  const stolen = linkIn((await mailsTo(app, second, 2))[0]!)
  await app.sql`DELETE FROM attempt_counter`.run()
  await moveTo(third, thief)
  const left = linkIn((await mailsTo(app, second, 3))[0]!)
  // An account that waits for its code does not keep the address.
  await register(app, email)
  expect((await secure(left)).body.results).toEqual({ email: second })
  expect((await secure(linkIn(told!))).body.results).toEqual({ email })
  for (const token of [stolen, left]) expect(outcome(await secure(token))).toEqual(invalid('token'))
  expect(await userIdOf(app, second)).toBeUndefined()
})

test('the link leaves an address that has another account by now', async () => {
  const { email, thief } = await robbed()
  const address = newEmail()
  await moveTo(address, thief)
  const [told] = await mailsTo(app, email, 2)
  const other = await activePerson(app, email)
  expect(outcome(await secure(linkIn(told!)))).toEqual(invalid('token'))
  expect((await meOf(app, other.accessToken)).email).toBe(email)
})

test('the link ends the sessions of a person without a password', async () => {
  const { email, accessToken, link } = await robbed()
  await app.sql`UPDATE user SET password_hash = NULL WHERE email = ${email}`.run()
  expect((await secure(link)).body.results).toEqual({})
  expect(await outcomeOfMe(app, accessToken)).toEqual([401, -1008])
})

test('mails and reminders follow the language in which a person last used the site', async () => {
  const { email, accessToken: token } = await activePerson(app)
  const chosen = { channel: 'mail', hour: 20, timeZone: 'Asia/Tokyo', language: 'en' }
  await user(app, 'PUT /user/reminder', { token, body: chosen })
  await login(app, email, undefined, browser())
  // The mail about a new browser is in the account's language, not in that of the browser.
  await login(app, email, undefined, browser('Language=ja'))
  expect((await mailsTo(app, email, 1))[0]!.subject).toMatch(/^A new login/)
  const reminder = () =>
    app.sql`SELECT reminder.language FROM reminder JOIN user ON id = user_id
      WHERE email = ${email}`.first('language')
  expect(await reminder()).toBe('en')
  await user(app, 'GET /user/me', { token, ...browser('Language=ja') })
  expect(await reminder()).toBe('ja')
  await login(app, email, undefined, agent('without a cookie'))
  expect((await mailsTo(app, email, 2))[0]!.subject).toMatch(/^【一問】/)
})
