import { createPeople } from '../../harness/people.ts'
import { PacedPosts, peopleFor } from '../paced-posts.ts'
import { cpuSeconds } from '../processes.ts'
import { openReaders, type Reader } from '../../harness/readers.ts'
import { until } from '../../harness/until.ts'
import { median } from '../rounds.ts'
import type { AppBench } from '../run.ts'
import { mixedPosts, seed } from '../../harness/posts.ts'
import type { PinnedApp } from '../stack.ts'
import { short, type Row } from '../table.ts'

/** workerd needs two descriptors per connection; this stays below a limit of 20,000. */
const READERS = { whole: [3_000, 9_800], quick: [300, 1_000] } as const
const SECONDS = { whole: 30, quick: 5 }
const POSTS_A_SECOND = 20
const SINGLE_POSTS = 5
/** Readers who stay while all others disconnect at once, and the posts sent meanwhile. */
const REMAINING_READERS = 100
const POSTS_WHILE_CLOSING = 60

/** A question with its open readers, and their event sink. */
interface Live extends PinnedApp {
  questionId: string
  readers: Reader[]
  posts?: PacedPosts
}

/** Latency of live delivery to thousands of readers, and losses in bursts and mass disconnects. */
export async function liveRows({ app, pid, isQuick }: AppBench): Promise<Row[]> {
  const size = isQuick ? 'quick' : 'whole'
  const [some, all] = READERS[size]
  const questionId = await seed(app, mixedPosts().slice(0, 10))
  const live: Live = { app, pid, readers: [], questionId }
  const met = (isMet: boolean) => (isQuick ? undefined : isMet)
  const posted = (count: number, target: number) => async (): Promise<Row[]> => {
    await open(live, count)
    const { lost, posts, frames, share } = await steady(live, SECONDS[size] * POSTS_A_SECOND)
    const p99 = posts.deliveries.percentile(99)
    return [
      {
        what: `live: ${POSTS_A_SECOND} posts/s to ${count.toLocaleString('en')} readers, ${SECONDS[size]} s: p99`,
        figure: `${short(p99)} ms (p50 ${short(posts.deliveries.percentile(50))}), ${lost} readers lost any, ${posts.failures.length} posts failed`,
        target: `≤ ${target} ms, 0 lost`,
        isMet: met(p99 <= target && lost + posts.failures.length === 0),
      },
      {
        what: 'live: the answers to these posts, p99',
        figure: `${short(posts.answers.percentile(99))} ms, ${frames} frames a reader, ${short(share * 100)} % of a core`,
        target: '',
      },
    ]
  }
  const reached = async (): Promise<Row[]> => {
    const times = await oneByOne(live, SINGLE_POSTS)
    return [
      {
        what: `live: one comment reaches all of ${all.toLocaleString('en')} readers, median of ${SINGLE_POSTS}`,
        figure: `${short(median(times))} ms (most ${short(Math.max(...times))})`,
        target: '≤ 500 ms at 10,000',
        isMet: met(median(times) <= 500),
      },
    ]
  }
  const closing = async (): Promise<Row[]> => {
    const leaving = live.readers.splice(REMAINING_READERS)
    const leave = () => leaving.forEach((reader) => reader.leave())
    const { lost, posts } = await steady(live, POSTS_WHILE_CLOSING, leave)
    const slowest = posts.answers.max
    return [
      {
        what: `live: a post while ${leaving.length.toLocaleString('en')} readers close at once, slowest`,
        figure: `${short(slowest)} ms, ${lost} readers lost any, ${posts.failures.length} posts failed`,
        target: '≤ 1,500 ms, 0 lost',
        isMet: met(slowest <= 1_500 && lost + posts.failures.length === 0),
      },
    ]
  }
  try {
    const rows: Row[] = []
    for (const step of [posted(some, 300), posted(all, 1_500), reached, closing])
      rows.push(...(await step()))
    return rows
  } finally {
    for (const reader of live.readers) reader.leave()
  }
}

async function open(live: Live, count: number): Promise<void> {
  const first = live.readers.length
  const hear: PacedPosts['hear'] = (events) => live.posts?.hear(events)
  const opened = await openReaders(live.app, live.questionId, count - first, { first, hear })
  live.readers.push(...opened)
  await until(() => live.readers.some((reader) => reader.count >= 0.98 * count))
}

async function prepare(live: Live, posts: number): Promise<PacedPosts> {
  const people = await createPeople(live.app, peopleFor(posts))
  for (const reader of live.readers) Object.assign(reader, { seqs: [], frames: 0 })
  return (live.posts = new PacedPosts(live.app, live.questionId, people))
}

/**
 * Posts at a constant rate, until every reader has all posts or the timeout.
 * @param begin called with the first post
 */
async function steady(live: Live, count: number, begin = () => {}) {
  const posts = await prepare(live, count)
  const used = () => (live.pid ? cpuSeconds(live.pid) : NaN)
  const [usedBefore, startedAt] = [used(), performance.now()]
  begin()
  await posts.send(count, POSTS_A_SECOND)
  const stored = count - posts.failures.length
  const isWhole = ({ seqs }: Reader) => seqs.length >= stored
  await until(() => live.readers.every(isWhole)).catch(() => undefined)
  return {
    posts,
    share: (used() - usedBefore) / ((performance.now() - startedAt) / 1000),
    lost: live.readers.filter((reader) => !isWhole(reader) || !isInOrder(reader)).length,
    frames: Math.max(...live.readers.map(({ frames }) => frames)),
  }
}

const isInOrder = ({ seqs }: Reader) =>
  seqs.every((seq, index) => index === 0 || seq === seqs[index - 1]! + 1)

/**
 * Milliseconds until the last reader has each comment.
 * @throws Error when one is never delivered
 */
async function oneByOne(live: Live, count: number): Promise<number[]> {
  const posts = await prepare(live, count)
  const times: number[] = []
  for (let sent = 0; sent < count; sent++) {
    for (const reader of live.readers) reader.lastAt = 0
    const startedAt = performance.now()
    await posts.send(1, POSTS_A_SECOND)
    if (posts.failures.length > 0) throw new Error(posts.failures[0])
    await until(() => live.readers.every(({ lastAt }) => lastAt > 0))
    times.push(Math.max(...live.readers.map(({ lastAt }) => lastAt)) - startedAt)
  }
  return times
}
