/**
 * A day at a hundredth of the size that `docs/scale.md` reckons with, run against the built worker: readers, live
 * sockets, posts, refreshes and sign-ups along the curve of a day, then what each kind of request cost. At its ordinary
 * length a day passes a hundred times as fast, so that a second carries what a second of the whole size would.
 *
 *   npm run simulate                                14.4 minutes
 *   npm run simulate -- --minutes 2.9 --readers 2000 --writers 200 --sign-ups 20
 *   npm run simulate -- --mail-price 0.1 --mails-included 0
 *   npm run simulate -- --defaults                  without the settings of a site of that size
 */
import { parseArgs } from 'node:util'
import { DAY_MS, DAY_S, MINUTE_MS } from '../src/domain/durations.ts'
import { MEASURED_SHARE } from '../src/domain/measured-share.ts'
import { reserveCommentSeqs } from '../src/worker/db/seq.ts'
import { cleanUp } from '../src/worker/jobs/clean-up.ts'
import { build } from '../harness/local/build.ts'
import { bindingsOf } from '../harness/people.ts'
import { startPictureDomain } from '../harness/picture-domain.ts'
import { recording } from '../harness/recorded-database.ts'
import { costOf, none, startCountedApp } from './costs.ts'
import { dataset } from './dataset.ts'
import { client } from './day/client.ts'
import { peakHourShare, secondOfDay } from './day/curve.ts'
import { alone } from './day/alone.ts'
import { bill, kindsOf } from './day/bill.ts'
import { givePictures, PEOPLE_A_PICTURE, pictureEdge } from './day/pictures.ts'
import { STAY_S, visits, type DayOf } from './day/visits.ts'
import { createWriters } from './day/writers.ts'
import { cpuSeconds, memory, workerdPids } from './processes.ts'
import { seed } from './seed.ts'
import { short } from './table.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '14.4' },
    readers: { type: 'string', default: '10000' },
    writers: { type: 'string', default: '1000' },
    'sign-ups': { type: 'string', default: '100' },
    // With the default of every variable, instead of `docs/scale.md#settings-for-this-size`.
    defaults: { type: 'boolean', default: false },
    // Of a thousand mails, US dollars, and the free ones of a month: Cloudflare's own, or those of a provider by SMTP.
    'mail-price': { type: 'string', default: '0.35' },
    'mails-included': { type: 'string', default: '3000' },
  },
})
const minutes = Number(values.minutes)
const [readers, writers, signUps] = [values.readers, values.writers, values['sign-ups']].map(Number)
/** The readers of the whole day, whose bill is printed. */
const READERS_A_DAY = 1_000_000
/** Readers who come a second time that day. */
const RETURNING = 0.4
/** Posts of a writer: 1.7 on average, as many write once as more often. */
const postsOf = (portion: number) => (portion < 0.5 ? 1 : portion < 0.8 ? 2 : 3)

await build()
const known = new Set(workerdPids())
const domain = await startPictureDomain()
const LARGE = { PICTURE_ORIGIN: domain.origin, LOG_SAMPLING: '0.1', VITALS_SAMPLING: '0.01' }
const vars: Partial<typeof LARGE> = values.defaults ? {} : LARGE
const app = await startCountedApp({ vars })
domain.serve(app.r2)
const pid = workerdPids().find((one) => !known.has(one))
const questionId = await seed(app, dataset(Date.now()))
const past = await app.db
  .prepare('SELECT id FROM question WHERE id <> ? AND preview_at < ? ORDER BY preview_at DESC')
  .bind(questionId, Date.now())
  .all<{ id: string }>()
const people = await createWriters(app, writers!)
await givePictures(app)
// As the cron does every minute.
const cron = recording(app.db)
const env = { ...(await bindingsOf(app)), DB: cron.db }
await reserveCommentSeqs(env)
/** Time at which the cron has deleted the day's events, counters, codes and rows of mail. */
const later = Object.assign({ ...env }, { CLOCK_OFFSET_MS: String(4 * DAY_MS) })
const cleaning = () => cron.costOf(() => cleanUp(later))
// The seed's.
await cleaning()
const edge = pictureEdge()
const asking = client(app)
const day: DayOf = {
  app,
  client: asking,
  questionId,
  pastQuestionIds: past.results.map(({ id }) => id),
  edge,
  measuredShare: Number(vars.VITALS_SAMPLING ?? MEASURED_SHARE),
  msASecond: (minutes * MINUTE_MS) / DAY_S,
}
const doing = visits(day)

interface Plan {
  at: number
  act: () => Promise<void>
}
const at = () => secondOfDay(Math.random())
const times = <Item>(count: number, make: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => make(index))
const plans: Plan[] = [
  ...times(readers!, (person) => ({ at: at(), act: () => doing.read(person, false) })),
  ...times(Math.round(readers! * RETURNING), (person) => ({
    at: at(),
    act: () => doing.read(person, true),
  })),
  ...people.map((writer, index) => ({
    at: at(),
    act: () => doing.write(readers! + index, writer, postsOf(Math.random())),
  })),
  ...times(signUps!, (index) => ({
    at: at(),
    act: () => doing.signUp(readers! + writers! + index),
  })),
].toSorted((one, other) => one.at - other.at)

let latest = 0
const startedAt = performance.now()
const cpuBefore = pid ? cpuSeconds(pid) : NaN
const costs = await costOf(app, async () => {
  const underWay: Promise<void>[] = []
  for (const [index, { at, act }] of plans.entries()) {
    if (index % Math.ceil(plans.length / 10) === 0)
      console.error(`${Math.round((at / DAY_S) * 24)} h, errors ${asking.errors.length}`)
    const due = startedAt + at * day.msASecond
    const early = due - performance.now()
    if (early > 1) await new Promise((resolve) => setTimeout(resolve, early))
    latest = Math.max(latest, performance.now() - due)
    underWay.push(act().catch((error: unknown) => void asking.errors.push(String(error))))
  }
  await Promise.all(underWay)
  // Late counts of the shards.
  await new Promise((resolve) => setTimeout(resolve, 1_000))
})
const seconds = (performance.now() - startedAt) / 1000
const cpu = (pid ? cpuSeconds(pid) : NaN) - cpuBefore
costs['cleaning up'] = { ...none, ...(await cleaning()), requests: 1 }
if (edge.requests > 0)
  costs['picture from the edge'] = { ...none, requests: edge.requests, objectReads: edge.reads }

const rows = Object.entries(costs)
  .toSorted(([one], [other]) => one.localeCompare(other))
  .map(([kind, cost]) => {
    const each = (count: number) => short(count / Math.max(1, cost.requests))
    return `| ${[
      kind,
      cost.requests,
      each(cost.statements),
      each(cost.rowsRead),
      each(cost.rowsWritten),
      each(cost.objectWrites),
    ].join(' | ')} |`
  })
const sum = (of: (kind: string) => boolean, what: keyof (typeof costs)[string]) =>
  Object.entries(costs).reduce((total, [kind, cost]) => total + (of(kind) ? cost[what] : 0), 0)
const isObject = (kind: string) => kind.startsWith('room')
const isPage = (kind: string) => /^GET \/(recent_theme|theme_details)?$/.test(kind)
const pages = sum(isPage, 'requests')
const renders = costs['render of a page']?.requests ?? 0

console.log(
  `${readers} readers, ${writers} writers and ${signUps} sign-ups in ${short(seconds / 60)} minutes;`,
)
console.log(`the busiest hour carries ${short(peakHourShare * 100)} % of the day.\n`)
console.log(
  '| kind | requests | D1 statements | rows read | rows written | rows written in objects |',
)
console.log('|---|---|---|---|---|---|')
console.log(rows.join('\n'))
const all = () => true
console.log(`
page views ${pages}, rendered ${renders}: ${short((1 - renders / pages) * 100)} % from memory
calls of Durable Objects ${sum(isObject, 'requests')}, rows written in them ${sum(isObject, 'objectWrites')}
D1 rows read ${sum(all, 'rowsRead')}, written ${sum(all, 'rowsWritten')}, statements ${sum(all, 'statements')}
processor of workerd ${short(cpu)} s of ${short(seconds)}, its memory at most ${pid ? short(memory(pid).peak) : '–'} MiB
live sockets at most ${doing.sockets.most}, events they heard ${doing.sockets.heard}
requests under way at most ${asking.underWay.most}, a visit late by at most ${short(latest)} ms
errors ${asking.errors.length}`)
for (const error of new Set(asking.errors.slice(0, 20))) console.log(`  ${error}`)

const live = costs['GET /service/quest/v1/question/live']?.requests ?? 0
const scale = READERS_A_DAY / readers!
const { table, total } = bill({
  costs,
  scale,
  cpu,
  visits: live,
  staySeconds: STAY_S,
  mails: signUps!,
  newPictures: signUps! / PEOPLE_A_PICTURE,
  mail: { price: Number(values['mail-price']), included: Number(values['mails-included']) },
})
console.log(`\nThirty days of a million readers: US$ ${total.toFixed(0)}\n`)
console.log(table)
console.log(`\nOf these, by kind:\n\n${kindsOf({ costs, scale })}`)

console.log('\nEach kind alone, as the server’s processor sees it:\n')
console.log('| kind | CPU s per 1,000 | requests/s |')
console.log('|---|---|---|')
for (const { kind, cpuPerThousand, rate } of await alone(day, pid))
  console.log(`| ${kind} | ${short(cpuPerThousand)} | ${short(rate)} |`)

await app.stop()
await domain.stop()
process.exit(asking.errors.length > 0 ? 1 : 0)
