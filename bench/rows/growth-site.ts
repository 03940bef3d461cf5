import { questionPath } from '../../src/domain/question.ts'
import { addDays, tokyoDay, tokyoDayStart } from '../../src/domain/question-day.ts'
import type { App } from '../../harness/app.ts'
import { createPerson, type TestPerson } from '../../harness/people.ts'
import { register } from '../../harness/steps/auth-calls.ts'
import { PASSWORD } from '../../harness/credentials.ts'
import { callService } from '../../harness/steps/service-calls.ts'
import type { ServiceName } from '../../src/contract/bases.ts'
import { costOf, totalRowsRead } from '../costs.ts'
import { getCold, load } from '../load.ts'
import type { AppBench } from '../run.ts'
import { questionOn } from '../seed.ts'
import { addSite, personAt, type SiteSize } from '../site-data.ts'
import type { Row } from '../table.ts'

/** The pages of the first are not full; those of the others are, and a search reaches its limit of a thousand posts. */
const SIZES: SiteSize[] = [
  { comments: 400, people: 40, days: 40 },
  { comments: 100_000, people: 10_000, days: 400 },
  { comments: 2_000_000, people: 200_000, days: 1_000 },
]

/** Maximum rows of reads that grow with something other than the number of posts, and with what. */
const LIMITS: Record<string, [number, string]> = {
  'the sitemap': [3_100, 'three for each past question, at most 1,000 of them'],
  'a search of somebody who writes seldom': [60, 'two for each post, two for each question found'],
  notices: [210, 'four for each, the newest 50'],
  'the echo of today’s question': [100, 'days that had the same question'],
  'the desk: figures': [4_700, 'one for each sign-up of 14 days, at most 1,000 cases'],
  'a run of the cron': [3_600, 'one for each 64th session'],
}

/** Two sites of one size differ by a few rows: full pages have posts of different days. */
const TOLERANCE = 1.1

type Work = () => Promise<unknown>

/** Rows read by each kind of request, after a restart: only today's question is cached. */
async function rowsRead(app: App, site: SiteSize): Promise<Record<string, number>> {
  const port = Number(new URL(app.origin).port)
  const today = tokyoDay(Date.now())
  const past = addDays(today, -5)
  const [pastId, todaysId] = [await questionOn(app, past), await questionOn(app, today)]
  const page =
    (path: string): Work =>
    () =>
      load({ port, connections: 1, requests: [getCold(path)] }, undefined)
  const call =
    (
      person: Pick<TestPerson, 'authorization'> | undefined,
      service: ServiceName,
      line: string,
      input = {},
    ): Work =>
    async () => {
      const { status, body } = await callService(
        app,
        service,
        line,
        person as TestPerson | undefined,
        input,
      )
      if (status >= 300) throw new Error(`${line} returned ${status}: ${JSON.stringify(body)}`)
    }
  /** The id of the comment that follows the `count` newest. */
  const commentAfter = async (condition: string, id: string, count: number) =>
    (await app.db
      .prepare(
        `SELECT id FROM comment WHERE ${condition} = ?1 AND deleted_at IS NULL ORDER BY created_at DESC LIMIT 1 OFFSET ?2`,
      )
      .bind(id, count)
      .first<string>('id'))!
  const earlier = await commentAfter('question_id', pastId, 5)
  const [writer, seldom] = [await personAt(app, site, 0), await personAt(app, site, 0.9)]
  const { userId } = writer
  const laterPage = await commentAfter('user_id', userId, site.days)
  const someone = await createPerson(app)
  const operator = await createPerson(app)
  await app.db
    .prepare(`INSERT INTO user_role (user_id, role, granted_at) VALUES (?1, 'operator', 0)`)
    .bind(operator.userId)
    .run()
  const email = `site-${site.comments}@example.com`
  const { updateToken } = await register(app, email)
  await app.db.prepare('UPDATE user SET activated_at = 0 WHERE email_key = ?1').bind(email).run()
  await app.restart()
  await page('/')()
  await app.triggerCron()
  const month = { from: addDays(today, -30), until: today }
  const reads: Record<string, Work> = {
    'the home page, cold': page('/'),
    'a past question’s page': page(questionPath(pastId)),
    'earlier comments of a past question': page(
      `${questionPath(pastId)}&commentsBefore=${earlier}`,
    ),
    'recent questions': page('/recent_theme'),
    'older questions': page(
      `/recent_theme?lessPreviewAt=${tokyoDayStart(addDays(today, -9)) / 1000}`,
    ),
    'the feed': page('/feed/en.xml'),
    'the sitemap': page('/sitemap.xml'),
    'a post': call(someone, 'comment', 'POST /comment', { questionId: todaysId, text: 'one more' }),
    'own history': call(writer, 'comment', 'GET /comment', { userId, limit: 20 }),
    'a later page of own history': call(writer, 'comment', 'GET /comment', {
      userId,
      limit: 20,
      before: laterPage,
    }),
    'a search that finds three': call(writer, 'comment', 'GET /comment', {
      userId,
      limit: 20,
      q: past,
    }),
    'a search of somebody who writes seldom': call(seldom, 'comment', 'GET /comment', {
      userId: seldom.userId,
      limit: 20,
      q: 'post',
    }),
    'the echo of today’s question': call(writer, 'comment', 'GET /comment/echo', {
      questionId: todaysId,
    }),
    'the answered days of a month': call(writer, 'comment', 'GET /comment/days', month),
    'the profile': call(writer, 'user', 'GET /user/me'),
    notices: call(writer, 'moderation', 'GET /notice'),
    'a sign-in': call(undefined, 'auth', 'POST /user/login/', { email, password: PASSWORD }),
    'a refresh': call(undefined, 'auth', 'POST /user/token/', { token: updateToken }),
    'the desk: a person': call(operator, 'operator', 'GET /person', {
      name: `p${site.comments}-0`,
    }),
    'the desk: waiting cases': call(operator, 'moderation', 'GET /case'),
    'the desk: figures': call(operator, 'operator', 'GET /glance'),
    'the desk: a month of the calendar': call(operator, 'operator', 'GET /calendar', month),
    'the desk: the pool': call(operator, 'operator', 'GET /question', { state: 'built-in' }),
    'the desk: suggestions': call(operator, 'operator', 'GET /suggestion'),
    'a run of the cron': () => app.triggerCron(),
  }
  const found: Record<string, number> = {}
  for (const [name, work] of Object.entries(reads)) {
    found[name] = totalRowsRead(await costOf(app, async () => void (await work())))
    if (found[name] === 0) throw new Error(`${name}: nothing was read`)
  }
  return found
}

/** Rows read for each thing that somebody asks, as the whole site grows. */
export async function growthSiteRows({ isQuick, app }: AppBench): Promise<Row[]> {
  const sizes = isQuick ? SIZES.slice(0, 2) : SIZES
  const found: Record<string, number>[] = []
  for (const size of sizes) {
    const from = performance.now()
    await addSite(app, size)
    const took = Math.round((performance.now() - from) / 1000)
    console.error(`${size.comments} comments inserted in ${took} s`)
    found.push(await rowsRead(app, size))
  }
  return Object.keys(found[0]!).map((name) => {
    const rows = found.map((one) => one[name]!)
    const [most, why] = LIMITS[name] ?? [rows[1]! * TOLERANCE, '']
    return {
      what: `rows read for ${name}`,
      figure: rows.map((count) => count.toLocaleString('en')).join(' / '),
      target: why ? `≤ ${most.toLocaleString('en')}: ${why}` : `≤ ${TOLERANCE} × the middle site`,
      isMet: isQuick ? undefined : rows[2]! <= most,
    }
  })
}
