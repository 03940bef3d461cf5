import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { addDays, tokyoDay } from '../../src/domain/question-day.ts'
import { ownApp } from '../../harness/own-app.ts'
import { personWithRole } from '../../harness/steps/moderation-calls.ts'
import { command } from './operator-database.ts'

const app = await ownApp()
const today = tokyoDay(Date.now())
const ahead = (days: number) => addDays(today, days)

const folder = await mkdtemp(join(tmpdir(), 'questions-'))
afterAll(async () => {
  await rm(folder, { recursive: true })
})

const questions = (...words: string[]) => command(app, 'questions', ...words, '--site', app.origin)

it('import and export need an editor', async () => {
  await expect(questions('export', 'out.csv')).rejects.toThrow('Nobody has the role editor yet')
  const moderator = await personWithRole(app, 'moderator')
  const asModerator = questions('export', 'out.csv', '--as', moderator.username)
  await expect(asModerator).rejects.toThrow('no role for that')
  await personWithRole(app, 'editor')
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
  expect(await questions('export', out)).toBe(`1 question written to ${out}.`)
  expect(await readFile(out, 'utf8')).toContain(`${ahead(9)},三つ目？,Third?`)
  expect(await readFile(out, 'utf8')).not.toContain('First?')
})

it('leaves no session', async () => {
  const sessions = await app.sql`SELECT count(*) AS n FROM session
    WHERE device_name = 'Command line'`.first<number>('n')
  expect(sessions).toBe(0)
})

it('says that the site does not respond', async () => {
  const words = ['questions', 'export', 'out.csv', '--site', 'http://127.0.0.1:9']
  await expect(command(app, ...words)).rejects.toThrow('does not respond')
})

it.each([[[]], [['list']], [['export']], [['import', 'a.csv', 'b.csv']], [['import', 'none.csv']]])(
  'refuses %j with a sentence',
  async (words) => {
    await expect(questions(...words)).rejects.toThrow(/^\S.{20,}/s)
  },
)
