import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, tokyoDay } from '../../src/domain/question-day.ts'
import { startApp, type App } from '../../harness/app.ts'
import { createPerson } from '../../harness/people.ts'
import { personWithRole, postOf } from '../../harness/steps/moderation-calls.ts'
import { todaysQuestionId } from '../../harness/todays-question-id.ts'
import { operate } from '../../scripts/operator.ts'
import { databaseOf } from './operator-database.ts'

let app: App
let folder: string
const today = tokyoDay(Date.now())
const ahead = (days: number) => addDays(today, days)

beforeAll(async () => {
  app = await startApp()
  folder = await mkdtemp(join(tmpdir(), 'questions-'))
})
afterAll(async () => {
  await app.stop()
  await rm(folder, { recursive: true })
})

const questions = (...words: string[]) =>
  operate(['questions', ...words, '--site', app.origin], () => databaseOf(app))

it('needs an editor', async () => {
  await expect(questions('list')).rejects.toThrow('Nobody has the role editor yet')
  const moderator = await personWithRole(app, 'moderator')
  await expect(questions('list', '--as', moderator.username)).rejects.toThrow('no role for that')
  await personWithRole(app, 'editor')
})

it('writes, shows, schedules, moves, edits, retires and brings back a question', async () => {
  const added = await questions('add', '--ja', '端末の問い？', '--en', 'A question typed?')
  const [id = '', ja, en, facts] = added.split('\n')
  expect([ja, en]).toEqual(['端末の問い？', 'A question typed?'])
  expect(facts).toMatch(/^version 1, own, .*never asked$/)
  expect(await questions('list', '--pool', 'waiting')).toContain(id)

  const day = ahead(5)
  expect(await questions('schedule', day, id)).toMatch(`${day}  端末の問い？`)
  expect(await questions('show', day)).toContain(`scheduled, own, 0 answered, ${id}`)
  await expect(questions('schedule', day, id)).rejects.toThrow('--replace')
  await questions('move', day, ahead(6))
  expect(await questions('show', day)).toContain('forecast, built-in')
  await questions('edit', id, '--version', '1', '--en', 'Another question typed?')
  expect(await questions('show', ahead(6))).toContain('Another question typed?')
  await expect(questions('edit', id, '--version', '1', '--en', 'Late?')).rejects.toThrow('changed')
  await questions('clear', ahead(6))
  expect(await questions('retire', id, '--version', '2')).toContain('retired')
  await expect(questions('schedule', day, id)).rejects.toThrow('retired')
  expect(await questions('restore', id, '--version', '3')).not.toContain('retired')
  expect((await questions('list')).match(/^\d{4}-/gm)).toHaveLength(60)
})

it('names the day on which nothing is scheduled', async () => {
  const day = ahead(20)
  await expect(questions('clear', day)).rejects.toThrow(`Nothing is scheduled on ${day}.`)
})

it('replaces today’s question only for somebody who knows how many have answered', async () => {
  const [id = ''] = (await questions('add', '--ja', '今日の問い？', '--en', 'For today?')).split(
    '\n',
  )
  await postOf(app, await todaysQuestionId(app), await createPerson(app), 'An answer')
  await expect(questions('schedule', today, id)).rejects.toThrow('swap')
  await expect(questions('swap', id)).rejects.toThrow('--answered')
  await expect(questions('swap', id, '--answered', '0')).rejects.toThrow('More people')
  const swapped = await questions('swap', id, '--answered', '1')
  expect(swapped).toContain('For today?')
  expect(swapped).toContain('(1 answered)')
})

it('imports a file as a whole and exports it again', async () => {
  const [bad, good, out] = ['bad.csv', 'good.json', 'out.csv'].map((name) =>
    join(folder, name),
  ) as [string, string, string]
  await writeFile(bad, 'ja,en\n一つ目？,First?\n二つ目？,\n')
  await expect(questions('import', bad, '--take')).rejects.toThrow('line 3: no text in en')
  const entry = { ja: '三つ目？', en: 'Third?', date: ahead(9) }
  await writeFile(good, JSON.stringify([entry]))
  expect(await questions('import', good)).toContain('Add --take')
  expect(await questions('import', good, '--take')).toBe('Imported: 1 question (1 with a date).')
  expect(await questions('show', ahead(9))).toContain('Third?')
  expect(await questions('export', out)).toBe(`3 questions written to ${out}.`)
  expect(await readFile(out, 'utf8')).toContain(`${ahead(9)},三つ目？,Third?`)
  expect(await readFile(out, 'utf8')).not.toContain('First?')
})

it.each([
  [['nothing']],
  [['show']],
  [['list', '--from', 'tomorrow']],
  [['list', '--pool', 'all']],
  [['add', '--ja', '片方だけ？']],
  [['add', '--ja', '話題？', '--en', 'Topic?', '--topic', 'nothing']],
  [['move', ahead(40), ahead(41)]],
  [['clear', 'someday']],
  [['retire', 'x']],
  [['import', 'no-such-file.csv']],
])('refuses %j with a sentence', async (words) => {
  await expect(questions(...words)).rejects.toThrow(/^\S.{20,}/s)
})
