import { expect, test } from 'vitest'
import { ownApp } from '../../harness/own-app.ts'
import { PASSWORD } from '../../harness/credentials.ts'
import { activePerson, login, outcome, accounts, user } from '../../harness/steps/auth-calls.ts'

const app = await ownApp(accounts())

test('of several password changes at once the one with a success has won', async () => {
  const { email, accessToken: token } = await activePerson(app)
  const passwords = [1, 2, 3].map((number) => `${PASSWORD}${number}`)
  const responses = await Promise.all(
    passwords.map((newPassword) =>
      user(app, 'PUT /user/password', { token, body: { email, password: PASSWORD, newPassword } }),
    ),
  )
  expect(responses.map(outcome).toSorted()).toEqual([[202], [401, -1009], [401, -1009]].toSorted())
  const winner = passwords[responses.findIndex(({ status }) => status === 202)]!
  expect((await login(app, email, winner)).status).toBe(200)
})
