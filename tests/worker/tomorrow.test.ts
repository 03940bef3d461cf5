import { describe, expect, it } from 'vitest'
import type { Call } from '../../src/contract/call.ts'
import { calls } from '../../src/contract/contract.ts'
import { languages } from '../../src/domain/language.ts'
import { addDays, tokyoDay, tokyoDayStart } from '../../src/domain/question-day.ts'
import { pageRoutes, sharedRoutes } from '../../src/worker/pages/page-routes.ts'
import { ownApp } from '../../harness/own-app.ts'
import { createPerson, type TestPerson } from '../../harness/people.ts'
import { deskCall, insertPool, schedule } from '../../harness/steps/desk-calls.ts'
import { personWithRole } from '../../harness/steps/moderation-calls.ts'
import { examplesOf } from './contract-examples.ts'

const MARKER = 'Hagoromo'
const tomorrow = addDays(tokyoDay(Date.now()), 1)
const app = await ownApp({ vars: { LOG_LEVEL: 'debug' } })

const { sendExample } = examplesOf(await (await app.fetch('/service/openapi.json')).json())
const editor = await personWithRole(app, 'editor')
const texts = { ja: `${MARKER}の香りは？`, en: `Does ${MARKER} have a scent?` }
await insertPool(app, { poolId: 'marked', texts })
const waiting = { ja: `${MARKER}はどこ？`, en: `Where is ${MARKER}?` }
await insertPool(app, { poolId: 'waiting', texts: waiting })
const questionId = await schedule(app, editor, tomorrow, 'marked')
const readers: Record<string, TestPerson | undefined> = {
  guest: undefined,
  person: await createPerson(app),
  moderator: await personWithRole(app, 'moderator'),
}

const textOf = async (response: Response) =>
  JSON.stringify([...response.headers]) + (await response.text())

async function got(as: TestPerson | undefined, path: string) {
  const headers = as && { Authorization: as.authorization }
  const response = await app.fetch(path, { redirect: 'manual', ...(headers && { headers }) })
  return { status: response.status, text: await textOf(response) }
}

const seconds = (day: string) => tokyoDayStart(day) / 1000

function paths(): string[] {
  const later = seconds(addDays(tomorrow, 5))
  const pages = Object.keys(pageRoutes).flatMap((path) => [
    path,
    ...languages.map((language) => `/${language}${path === '/' ? '' : path}`),
  ])
  return [
    ...pages,
    ...sharedRoutes,
    ...languages.flatMap((language) => [
      `/${language}/theme_details?themeID=${questionId}`,
      `/${language}/add_post?themeID=${questionId}`,
      `/${language}/recent_theme?lessPreviewAt=${later}`,
      `/card/${questionId}/${language}.png`,
      `/card/marked/${language}.png`,
    ]),
    '/service/openapi.json',
    '/healthz',
    ...['0', '0,1,2', '1,2'].flatMap((status) => [
      `/service/quest/v1/question/comment?questionId=${questionId}&findStatus=${status}`,
      `/service/quest/v1/question/comment?questionnaireId=daily&previewAt=${seconds(tomorrow)}&findStatus=${status}`,
    ]),
    `/service/quest/v1/question/?lessPreviewAt=${later}&limit=50`,
    `/service/quest/v1/questionnaire?status=0`,
  ]
}

describe.each(['guest', 'person', 'moderator'])('tomorrow’s question, for a %s', (who) => {
  it('is on no page, in no feed, card, list or map', async () => {
    for (const path of paths()) {
      const { status, text } = await got(readers[who], path)
      expect(text, path).not.toContain(MARKER)
      if (path.includes(questionId)) expect([404, 406], path).toContain(status)
      expect(status, path).toBeLessThan(500)
    }
  })

  it('is in the response of no call', async () => {
    const values = { questionId, poolId: 'marked', freeDay: tomorrow, pictureId: questionId }
    // Reads first, since some changes end the session.
    const isRead = ({ method }: Call) => method === 'GET'
    const inOrder = calls.toSorted((a, b) => Number(isRead(b)) - Number(isRead(a)))
    const accessToken = readers[who]?.accessToken
    for (const { id } of inOrder.filter(({ success }) => success.status !== 101)) {
      const state = { values: { ...values, ...(accessToken && { accessToken }) } }
      const text = await textOf(await sendExample(app, id, state))
      expect(text, id).not.toContain(MARKER)
    }
  })
})

it('is shown to an editor by the desk’s calls alone, and stays out of the log', async () => {
  const range = { from: tomorrow, until: tomorrow }
  const { body } = await deskCall(app, 'GET /calendar', editor, range)
  expect(JSON.stringify(body)).toContain(MARKER)
  for (const path of paths()) expect((await got(editor, path)).text, path).not.toContain(MARKER)
  await deskCall(app, 'GET /question', editor, { state: 'waiting', search: MARKER })
  await expect.poll(() => app.logs.length).toBeGreaterThan(0)
  expect(app.logs.join('\n')).not.toContain(MARKER)
})
