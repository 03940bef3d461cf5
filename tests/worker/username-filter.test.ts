import { expect, it } from 'vitest'
import { ownApp } from '../../harness/own-app.ts'
import { createPerson, type TestPerson } from '../../harness/people.ts'

const app = await ownApp({
  questions: false,
  vars: { OPERATOR_NAME: '株式会社みどり | Midori Press Inc.' },
})

const rename = async ({ authorization }: TestPerson, newUsername: string) => {
  const response = await app.fetch('/service/user/v1/user/username', {
    method: 'PUT',
    headers: { Authorization: authorization, 'Content-Type': 'application/json' },
    body: JSON.stringify({ newUsername }),
  })
  return response.status === 202 ? 202 : (await response.json<{ errorCode: number }>()).errorCode
}
const available = async (username: string) =>
  (await app.fetch(`/service/auth/v1/user/username/available/?username=${username}`)).status

it('refuses a name that looks like another person’s, and keeps one’s own', async () => {
  const [taro, other] = [await createPerson(app), await createPerson(app)]
  expect(await rename(taro, 'Taro_1')).toBe(202)
  expect(await available('tar0-l')).toBe(406)
  expect(await rename(other, 'tar0-l')).toBe(-1019)
  expect(await rename(taro, 'tar0-l')).toBe(202)
  expect(await rename(other, 'taro-2')).toBe(202)
})

it('refuses names of the operator and of authority', async () => {
  const person = await createPerson(app)
  for (const name of ['midori-press', '4dm1n', 'r00t', 'support_team'])
    expect([name, await rename(person, name), await available(name)]).toEqual([name, -1019, 406])
})

it('takes look-alikes while the filter is off', async () => {
  await app.setVars({ FILTER_USERNAMES: 'off' })
  const [one, other] = [await createPerson(app), await createPerson(app)]
  expect(await rename(one, 'hana0')).toBe(202)
  expect(await rename(other, 'hanao')).toBe(202)
  expect(await rename(other, 'admin')).toBe(-1019)
})
