import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { afterAll, expect } from 'vitest'
import type { App } from '../../harness/app.ts'
import { journey } from '../../harness/journey.ts'
import { ownApp } from '../../harness/own-app.ts'
import { mixedPosts } from '../../harness/posts.ts'
import type { Role } from '../../src/domain/moderation.ts'
import { newId } from '../../src/worker/db/id.ts'
import { desk, phone } from '../../harness/browser.ts'
import { listen } from '../../harness/local/listen.ts'
import { recordShifts, shiftsOf } from '../../harness/layout-shifts.ts'
import { createPeople, insertComments } from '../../harness/people.ts'
import { grant } from '../../harness/steps/moderation-calls.ts'
import {
  fillComments,
  pageContains,
  todaysQuestion,
  visitSignedIn,
} from '../../harness/steps/reading-steps.ts'
import { addPosts, yearsBefore } from '../../harness/steps/settings-steps.ts'
import { tokyoDay } from '../../src/domain/question-day.ts'
import { networkIsIdle } from '../../harness/wait-until-idle.ts'

/** Chunks of a page: each tag and text of its body, painted before the next comes. */
function chunksOf(html: string): string[] {
  const start = html.indexOf('<body')
  const parts = html.slice(start).match(/<(script|style|svg)[^]*?<\/\1>|<[^>]+>|[^<]+/g)!
  return [html.slice(0, start), ...parts]
}

/** In parallel: streamed pages mostly wait. */
type Viewport = typeof phone
const windows: Viewport[] = [{ width: 320, height: 568 }, phone, { width: 768, height: 1024 }, desk]

const app = await ownApp()
const test = journey(app)

const { origin, stop } = await listen(async (request, response) => {
  const { method = 'GET', headers } = request
  const { cookie = '', authorization = '' } = headers
  const upstream = await app.fetch(request.url!, {
    redirect: 'follow',
    method,
    headers: {
      cookie,
      ...(authorization && { authorization }),
      'content-type': headers['content-type'] ?? 'application/json',
    },
    ...(method === 'POST' && { body: await buffer(request) }),
  })
  const type = upstream.headers.get('content-type') ?? ''
  response.writeHead(upstream.status, { 'content-type': type })
  if (!type.includes('text/html')) {
    response.end(Buffer.from(await upstream.arrayBuffer()))
    return
  }
  for (const part of chunksOf(await upstream.text())) {
    response.write(part)
    await setTimeout(20)
  }
  response.end()
})
afterAll(stop)

test('nothing shifts while home comes in parts: on its first day, with comments, and as texts beside dots are fitted', async ({
  browser,
}) => {
  const { questionId } = await todaysQuestion(app)
  const shiftsAt = async (
    options: { viewport: Viewport; hasTouch?: true; isMobile?: true },
    last = 'main',
  ) => {
    const { page, close } = await browser.visit({ baseURL: origin, ...options })
    // A countdown narrows hourly when its minutes lose a digit.
    await page.clock.setFixedTime(Date.now())
    await page.context().addCookies([{ name: 'Language', value: 'ja', url: origin }])
    await recordShifts(page)
    await page.goto('/')
    await networkIsIdle(page)
    await page.locator(last).waitFor()
    const shifts = await shiftsOf(page)
    await close()
    return shifts
  }
  await app.db.exec('DELETE FROM comment')
  for (const comments of [0, 30]) {
    await fillComments(app, questionId, comments)
    await app.restart()
    const shifts = windows.map((viewport) => shiftsAt({ viewport }))
    expect((await Promise.all(shifts)).flat(), `${comments} comments`).toEqual([])
  }

  await app.db.exec('DELETE FROM comment')
  const people = await createPeople(app, 10)
  // Sentences of realistic length, with different line ends.
  const posts = mixedPosts()
  const inserted = people.map(({ userId }, index) => {
    const { text, at: createdAt } = posts.at(index - people.length)!
    return { id: newId(), questionId, userId, slot: 1, text, createdAt }
  })
  await insertComments(app, inserted)
  await app.restart()
  await pageContains(app, inserted.at(-1)!.id)
  const shifts = [phone, { width: 412, height: 823 }].map((viewport) =>
    // Without a mouse the menu buttons are always visible.
    shiftsAt(
      { viewport, hasTouch: true, isMobile: true },
      '.comments > :last-child:has(> .text[style]):has(summary)',
    ),
  )
  expect((await Promise.all(shifts)).flat()).toEqual([])
})

type PageOf = [path: string, last: string]
/** The next page learns of a role given since. */
const NEW_ROLE: PageOf = ['/recent_theme', '.contents']

/** Pages with content from browser storage or services, and their last element. */
const pages: Record<'guest' | 'person' | 'returning' | Role, PageOf[]> = {
  guest: [
    ['/login', '.button-social:not([data-waiting])'],
    ['/signup', '.button-social:not([data-waiting])'],
  ],
  person: [
    ['/profile', '.history .button'],
    ['/email', '.address:not(:empty)'],
    ['/email/confirm', '.form-links'],
    ['/signup_username', '.field-count:text-matches("^[1-9]")'],
    ['/notices', '.notices > .lead'],
    ['/add_post?themeID=', '.composer-row .dots:not(:empty)'],
    ['/app/testPage?value=1', 'output:text-is("1")'],
  ],
  // With an earlier answer, and posts since the last visit.
  returning: [['/', ':root:has(.new-since) .echo summary']],
  moderator: [
    NEW_ROLE,
    ['/account_settings', '.delete'],
    ['/operator', '.desk-empty'],
    ['/operator/people', '.field-hint'],
  ],
  editor: [NEW_ROLE, ['/operator', '.calendar-days > li']],
  operator: [
    NEW_ROLE,
    ['/operator', '.glance-figures'],
    ['/operator/questions', '.calendar-days > li'],
    ['/operator/cases', '.desk-sections a'],
    ['/operator/announcements', '.announcements'],
    ['/operator/people', '.field-hint'],
  ],
}

const slowApp = Object.create(app, { origin: { value: origin } }) as App

test.for<(keyof typeof pages)[]>([
  ['guest', 'person', 'returning'],
  ['moderator', 'editor', 'operator'],
])('nothing shifts on pages that come in parts, %s and others', async (visitors, { browser }) => {
  const { questionId } = await todaysQuestion(app)
  const seen = `${questionId} ${Math.floor(Date.now() / 1000) - 6}`
  if (visitors.includes('returning')) {
    await app.db.exec('DELETE FROM comment')
    await fillComments(app, questionId, 12)
    await pageContains(app, 'answer 12')
  }
  const visitAs = async (who: keyof typeof pages, viewport: Viewport) => {
    const options = { baseURL: origin, viewport, reducedMotion: 'no-preference' } as const
    if (who === 'guest') return browser.visit(options)
    const { person, ...visited } = await visitSignedIn(browser, slowApp, 'en', options)
    if (who === 'returning') {
      await addPosts(app, person, [{ day: yearsBefore(tokyoDay(Date.now())), text: 'then' }])
      await visited.page.addInitScript((value) => localStorage.setItem('LastSeen', value), seen)
    } else if (who !== 'person') await grant(app, person, who)
    return visited
  }
  const shiftsIn = async (who: keyof typeof pages, viewport: Viewport) => {
    const { page, close } = await visitAs(who, viewport)
    await recordShifts(page)
    const shifts: string[] = []
    for (const [start, last] of pages[who]) {
      const path = start.endsWith('=') ? start + questionId : start
      await page.goto(path)
      await page.locator(last).first().waitFor()
      await networkIsIdle(page)
      const at = `${who} at ${viewport.width} px on ${path}`
      shifts.push(...(await shiftsOf(page)).map((shift) => `${at}: ${shift}`))
    }
    await close()
    return shifts
  }
  const found = visitors.flatMap((who) =>
    (who === 'returning' ? windows : [phone, desk]).map((viewport) => shiftsIn(who, viewport)),
  )
  expect((await Promise.all(found)).flat()).toEqual([])
})
