import { expect, it } from 'vitest'
import { MUTES_PER_PERSON } from '../../src/domain/moderation.ts'
import { sharedApp } from '../../harness/own-app.ts'
import { createPeople, createPerson, type TestPerson } from '../../harness/people.ts'

const app = await sharedApp()

const send = (person: TestPerson, method: string, userId: string) =>
  app.fetch('/service/moderation/v1/mute', {
    method,
    headers: { 'Content-Type': 'application/json', Authorization: person.authorization },
    body: JSON.stringify({ userId }),
  })
const mute = (person: TestPerson, other: string) => send(person, 'PUT', other)
const unmute = (person: TestPerson, other: string) => send(person, 'DELETE', other)

const muted = async ({ authorization: Authorization }: TestPerson) => {
  const response = await app.fetch('/service/moderation/v1/mute', { headers: { Authorization } })
  return ((await response.json()) as { results: Record<string, unknown>[] }).results
}
const failure = async (response: Response) => {
  const { errorCode } = (await response.json()) as { errorCode: number }
  return [response.status, errorCode]
}

it('lists the people one has muted, newest first, for oneself alone', async () => {
  const [one, first, second] = await createPeople(app, 3)
  for (const { userId } of [first!, first!, second!]) {
    expect((await mute(one!, userId)).status).toBe(202)
    await app.db.exec('UPDATE mute SET created_at = created_at - 5000')
  }
  expect(await muted(one!)).toEqual([
    { userId: second!.userId, username: second!.username, mutedAt: expect.any(Number) },
    { userId: first!.userId, username: first!.username, mutedAt: expect.any(Number) },
  ])
  expect(await muted(first!)).toEqual([])
})

it('unmutes, also somebody who is not muted', async () => {
  const [one, other] = await createPeople(app, 2)
  await mute(one!, other!.userId)
  expect((await unmute(one!, other!.userId)).status).toBe(205)
  expect((await unmute(one!, other!.userId)).status).toBe(205)
  expect(await muted(one!)).toEqual([])
})

it('refuses to mute oneself and people who are not there', async () => {
  const one = await createPerson(app)
  const removed = await createPerson(app, { removed: true })
  expect(await failure(await mute(one, one.userId))).toEqual([403, -1016])
  expect(await failure(await mute(one, removed.userId))).toEqual([404, -1022])
  expect(await failure(await mute(one, 'nobody'))).toEqual([404, -1022])
})

it('holds at most 1,000 people, and drops those who delete their account', async () => {
  const [one, last] = await createPeople(app, 2)
  const crowd = await createPeople(app, MUTES_PER_PERSON)
  await app.db
    .prepare(
      `INSERT INTO mute (user_id, muted_id, created_at)
       SELECT ?1, value ->> 'userId', key FROM json_each(?2)`,
    )
    .bind(one!.userId, JSON.stringify(crowd))
    .run()
  expect(await failure(await mute(one!, last!.userId))).toEqual([406, -1023])
  expect((await mute(one!, crowd[0]!.userId)).status).toBe(202)
  await app.db.prepare('DELETE FROM user WHERE id = ?').bind(crowd[0]!.userId).run()
  expect((await mute(one!, last!.userId)).status).toBe(202)
  const list = await muted(one!)
  expect(list).toHaveLength(MUTES_PER_PERSON)
  expect(list[0]).toMatchObject({ userId: last!.userId })
})
