import { expect, it } from 'vitest'
import { sharedApp } from '../../harness/own-app.ts'
import { createPeople, createPerson, type TestPerson } from '../../harness/people.ts'
import { outcome } from '../../harness/steps/auth-calls.ts'
import { moderation } from '../../harness/steps/moderation-calls.ts'

const app = await sharedApp()

const mute = (person: TestPerson, userId: string) =>
  moderation(app, 'PUT /mute', person, { userId })
const unmute = (person: TestPerson, userId: string) =>
  moderation(app, 'DELETE /mute', person, { userId })
const muted = async (person: TestPerson) => (await moderation(app, 'GET /mute', person)).body

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
  expect(outcome(await mute(one, one.userId))).toEqual([403, -1016])
  expect(outcome(await mute(one, removed.userId))).toEqual([404, -1022])
  expect(outcome(await mute(one, 'nobody'))).toEqual([404, -1022])
})

it('holds at most 1,000 people, and drops those who delete their account', async () => {
  const [one, last] = await createPeople(app, 2)
  const crowd = await createPeople(app, 1_000)
  await app.sql`INSERT INTO mute (user_id, muted_id, created_at)
    SELECT ${one!.userId}, value ->> 'userId', key FROM json_each(${JSON.stringify(crowd)})`.run()
  expect(outcome(await mute(one!, last!.userId))).toEqual([406, -1023, 'userId'])
  expect((await mute(one!, crowd[0]!.userId)).status).toBe(202)
  await app.sql`DELETE FROM user WHERE id = ${crowd[0]!.userId}`.run()
  expect((await mute(one!, last!.userId)).status).toBe(202)
  const list = await muted(one!)
  expect(list).toHaveLength(1_000)
  expect(list[0]).toMatchObject({ userId: last!.userId })
})
