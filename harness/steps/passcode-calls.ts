import type { App } from '../app.ts'
import { codeIn, mails, newMail } from '../outbox.ts'
import { auth } from './auth-calls.ts'
import { call } from './service-calls.ts'

export const NEW_PASSWORD = 'N3w-Passw0rd'

export const checkCode = (app: App, email: string, passcode: string) =>
  auth(app, `GET /user/key/available/?email=${encodeURIComponent(email)}&passcode=${passcode}`)

export const activate = (app: App, email: string, passcode: string) =>
  auth(app, 'PUT /user/status/activated', { body: { email, passcode, language: 'ja' } })

export const resetPassword = (app: App, email: string, passcode: string) =>
  auth(app, 'PUT /user/password/reset/', {
    body: { email, newPassword: NEW_PASSWORD, passcode, language: 'ja' },
  })

export const deleteAccount = (app: App, token: string, passcode: string) =>
  call(app, 'account', 'DELETE /user/', { token, body: { passcode, language: 'en' } })

export async function deletionCode(
  app: App,
  { email, accessToken }: { email: string; accessToken: string },
): Promise<string> {
  const before = (await mails(app, email)).length
  const options = { token: accessToken, headers: { LanguageCode: 'en' } }
  const response = await call(app, 'account', 'GET /user/account/delete', options)
  if (response.status !== 202) throw new Error(`no code: ${JSON.stringify(response.body)}`)
  return codeIn(await newMail(app, email, before))
}
