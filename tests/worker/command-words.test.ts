import { expect, it } from 'vitest'
import { ownApp } from '../../harness/own-app.ts'
import { createPerson } from '../../harness/people.ts'
import { postOf } from '../../harness/steps/moderation-calls.ts'
import { command } from './operator-database.ts'

const app = await ownApp()

const words = (...args: string[]) => command(app, 'words', ...args)

it('npm run operator -- words keeps a word as it is, whatever is in it', async () => {
  expect(await words('list')).toBe('Nothing yet.')
  await words('add', "it's", 'held')
  await words('add', "it's", 'refused')
  expect(await words('list')).toBe("it's  refused")
  await words('remove', "a'; DELETE FROM filter_word; --")
  expect(await words('list')).toBe("it's  refused")
  await words('remove', "it's")
  expect(await words('list')).toBe('Nothing yet.')
})

it('npm run operator -- words shows what a word would have found, in the texts as they were posted', async () => {
  const questionId = await app.todaysQuestionId()
  for (const text of ['ほんとにﾊﾞｶだと思う。', '夏のバカンスは海へ。'])
    await postOf(app, questionId, await createPerson(app), text)
  const found = '1 of the last 2 posts\n- ほんとにﾊﾞｶだと思う。'
  expect(await words('try', 'バカ')).toBe(found)
})

it.each([
  [[]],
  [['add', 'x']],
  [['add', 'x', 'hidden']],
  [['list', 'x']],
  [['empty']],
  [['add', '\u200b', 'held']],
])('npm run operator -- words refuses %j with a sentence', async (args) => {
  await expect(words(...args)).rejects.toThrow(/^\S.{20,}/s)
})
