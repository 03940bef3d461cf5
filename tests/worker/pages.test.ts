import { request } from 'node:http'
import { beforeAll, expect, test } from 'vitest'
import { addDays, tokyoDay, tokyoDayStart } from '../../src/domain/question-day.ts'
import { questionPath } from '../../src/domain/question.ts'
import { translator } from '../../src/i18n/server.ts'
import { ownApp } from '../../harness/own-app.ts'
import { todaysQuestionId } from '../../harness/todays-question-id.ts'

const app = await ownApp()
let questionId: string
beforeAll(async () => {
  questionId = await todaysQuestionId(app)
})

function pageOf(host: string, path = '/ja'): Promise<string> {
  return new Promise((resolve, reject) => {
    request(app.origin + path, { headers: { Host: host } }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      response.on('end', () => resolve(text))
    })
      .on('error', reject)
      .end()
  })
}

test('a page made for one name of the site is not given to those who use another', async () => {
  const own = new URL(app.origin).host
  expect(await pageOf('evil.example')).not.toContain('evil.example')
  const honest = await pageOf(own)
  expect(honest).toContain(`${app.origin}/ja`)
  expect(honest).not.toContain('evil.example')
})

test.each([
  ['//evil.example', '/evil.example'],
  ['///evil.example/', '/evil.example'],
  ['/\\evil.example', '/evil.example'],
  ['/ja//evil.example', '/ja/evil.example'],
  ['//evil.example/.html', '/evil.example'],
  ['/%5Cevil.example/', '/%5Cevil.example'],
])('%s stays on this site', async (path, to) => {
  const location = await new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port: new URL(app.origin).port, path }, (response) =>
      resolve(response.resume().headers.location),
    )
      .on('error', reject)
      .end()
  })
  expect(location).toBe(to)
})

test('the empty page of a question invites as long as its day lasts', async () => {
  const t = translator('en')
  const page = async () => (await app.fetch(`/en${questionPath(questionId)}`)).text()
  expect(await page()).toContain(t('commentList.empty'))
  const yesterday = addDays(tokyoDay(Date.now()), -1)
  await app.db
    .prepare('UPDATE question SET day = ?2, preview_at = ?3 WHERE id = ?1')
    .bind(questionId, yesterday, tokyoDayStart(yesterday))
    .run()
  await app.restart()
  expect(await page()).toContain(t('commentList.quiet'))
})

test('a page that is not there is none of those in the navigation', async () => {
  const current = async (path: string) =>
    (await (await app.fetch(path)).text()).match(/<a [^>]*aria-current="page"/g)?.length ?? 0
  expect(await current('/no_such_page')).toBe(0)
  expect(await current('/recent_theme')).toBeGreaterThan(0)
})

test('the desk is in no cache', async () => {
  const response = await app.fetch('/operator/cases')
  expect(response.headers.get('Cache-Control')).toBe('no-store')
})
