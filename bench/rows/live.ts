import { startApp, type App } from '../../harness/app.ts'
import { createPeople, type TestPerson } from '../../harness/people.ts'
import { dataset } from '../dataset.ts'
import { memory, workerdPids } from '../processes.ts'
import { openReaders, until, type Reader } from '../readers.ts'
import { median } from '../rounds.ts'
import type { Bench } from '../run.ts'
import { seed } from '../seed.ts'
import { short, type Row } from '../table.ts'

/** workerd holds two descriptors a reader: the default stays below a limit of 20,000. */
const READERS = { whole: 9_800, quick: 1_000 }
const ONE_BY_ONE = 5
const STEADY_READERS = 1_000
const STEADY_SECONDS = { whole: 15, quick: 5 }
const POSTS_A_SECOND = 20

/** How one comment reaches all readers on one machine, and whether any is lost, also when a shard is evicted. */
export async function liveRows({ isQuick }: Bench): Promise<Row[]> {
  const size = isQuick ? 'quick' : 'whole'
  const known = new Set(workerdPids())
  const app = await startApp({ serving: { log: () => {} } })
  const pid = workerdPids().find((one) => !known.has(one))
  const questionId = await seed(app, { comments: dataset(Date.now()).comments.slice(0, 10) })
  let readers = await openReaders(app, questionId, READERS[size])
  try {
    const steadyPosts = POSTS_A_SECOND * STEADY_SECONDS[size]
    const people = await createPeople(app, ONE_BY_ONE + 1 + Math.ceil(steadyPosts / 3))
    const times: number[] = []
    for (let round = 0; round < ONE_BY_ONE; round++)
      times.push(await reachAll(app, questionId, people[round]!, readers))
    const rss = pid ? memory(pid).now : NaN
    await app.evict('RoomShard', `${questionId}:0`)
    const afterEviction = await reachAll(app, questionId, people[ONE_BY_ONE]!, readers)

    for (const { socket } of readers.slice(STEADY_READERS)) socket.terminate()
    readers = readers.slice(0, STEADY_READERS)
    const missing = await steady(
      app,
      questionId,
      people.slice(ONE_BY_ONE + 1),
      readers,
      steadyPosts,
    )
    const count = READERS[size].toLocaleString('en')
    return [
      {
        what: `live: one comment reaches all of ${count} readers, median of ${ONE_BY_ONE}`,
        figure: `${short(median(times))} ms (most ${short(Math.max(...times))})`,
        target: '≤ 500 ms at 10,000',
        isMet: isQuick ? undefined : median(times) <= 500,
      },
      {
        what: 'live: after a shard was evicted',
        figure: `0 lost, ${short(afterEviction)} ms`,
        target: '0 lost',
        isMet: true,
      },
      {
        what: `live: ${POSTS_A_SECOND} posts/s to ${Math.min(STEADY_READERS, READERS[size])} readers, ${STEADY_SECONDS[size]} s`,
        figure: `${missing} lost or out of order`,
        target: '0',
        isMet: missing === 0,
      },
      {
        what: `live: memory of workerd with ${count} readers`,
        figure: `${short(rss)} MiB`,
        target: '(prototype: 1.2 GB)',
      },
    ]
  } finally {
    for (const { socket } of readers) socket.terminate()
    await app.stop()
  }
}

async function post(app: App, { authorization }: TestPerson, questionId: string): Promise<void> {
  const answer = await app.fetch('/service/comment/v1/comment', {
    method: 'POST',
    headers: { Authorization: authorization, 'Content-Type': 'application/json' },
    body: JSON.stringify({ questionId, text: 'to everybody' }),
  })
  if (answer.status !== 200) throw new Error(`a post was answered ${answer.status}`)
}

/** Milliseconds from sending a comment until the last reader has it; throws when one never does. */
async function reachAll(app: App, questionId: string, person: TestPerson, readers: Reader[]) {
  for (const reader of readers) reader.lastAt = 0
  const startedAt = performance.now()
  await post(app, person, questionId)
  const isWhole = await until(() => readers.every(({ lastAt }) => lastAt > 0), 20_000)
  if (!isWhole)
    throw new Error(`${readers.filter(({ lastAt }) => lastAt === 0).length} readers got nothing`)
  return Math.max(...readers.map(({ lastAt }) => lastAt)) - startedAt
}

/** Posts at an even pace. @returns readers that did not get every event in order */
async function steady(
  app: App,
  questionId: string,
  people: TestPerson[],
  readers: Reader[],
  posts: number,
): Promise<number> {
  for (const reader of readers) reader.seqs = []
  const under: Promise<void>[] = []
  for (let sent = 0; sent < posts; sent++) {
    under.push(post(app, people[Math.floor(sent / 3)]!, questionId))
    await new Promise((resolve) => setTimeout(resolve, 1000 / POSTS_A_SECOND))
  }
  await Promise.all(under)
  const isWhole = ({ seqs }: Reader) =>
    seqs.length === posts && seqs.every((seq, place) => place === 0 || seq === seqs[place - 1]! + 1)
  await until(() => readers.every(({ seqs }) => seqs.length >= posts), 20_000)
  return readers.filter((reader) => !isWhole(reader)).length
}
