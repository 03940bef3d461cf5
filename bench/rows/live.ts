import type { App } from '../../harness/app.ts'
import { createPeople } from '../../harness/people.ts'
import { PacedPosts, peopleFor } from '../paced-posts.ts'
import { openReaders, type Reader } from '../../harness/readers.ts'
import { until } from '../../harness/until.ts'
import type { Bench } from '../run.ts'
import { mixedPosts, seed } from '../../harness/posts.ts'
import { short, type Row } from '../table.ts'

/** workerd needs two descriptors per connection; this stays below a limit of 20,000. */
const READERS = { whole: [3_000, 9_800], quick: [300, 1_000] } as const
const SECONDS = { whole: 30, quick: 5 }
const POSTS_A_SECOND = 20

/** A question with its open readers, and their event sink. */
interface Live {
  app: App
  questionId: string
  readers: Reader[]
  posts?: PacedPosts
}

/** Latency and losses of live delivery to thousands of readers. */
export async function liveRows(app: App, { isQuick }: Bench): Promise<Row[]> {
  const size = isQuick ? 'quick' : 'whole'
  const [some, all] = READERS[size]
  const questionId = await seed(app, mixedPosts().slice(0, 10))
  const live: Live = { app, readers: [], questionId }
  const posted = async (count: number, target: number): Promise<Row> => {
    await open(live, count)
    const { lost, posts } = await steady(live, SECONDS[size] * POSTS_A_SECOND)
    const p99 = posts.deliveries.percentile(99)
    return {
      what: `live: ${POSTS_A_SECOND} posts/s to ${count.toLocaleString('en')} readers, ${SECONDS[size]} s: p99`,
      figure: `${short(p99)} ms (p50 ${short(posts.deliveries.percentile(50))}), ${lost} readers lost any, ${posts.failures.length} posts failed`,
      target: `≤ ${target} ms, 0 lost`,
      isMet: isQuick ? undefined : p99 <= target && lost + posts.failures.length === 0,
    }
  }
  try {
    return [await posted(some, 300), await posted(all, 1_500)]
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

/** Posts at a constant rate, until every reader has all posts or the timeout. */
async function steady(live: Live, count: number) {
  const people = await createPeople(live.app, peopleFor(count))
  for (const reader of live.readers) reader.seqs = []
  const posts = (live.posts = new PacedPosts(live.app, live.questionId, people))
  await posts.send(count, POSTS_A_SECOND)
  const stored = count - posts.failures.length
  const isWhole = ({ seqs }: Reader) => seqs.length >= stored
  await until(() => live.readers.every(isWhole)).catch(() => undefined)
  const lost = live.readers.filter((reader) => !isWhole(reader) || !isInOrder(reader)).length
  return { posts, lost }
}

const isInOrder = ({ seqs }: Reader) =>
  seqs.every((seq, index) => index === 0 || seq === seqs[index - 1]! + 1)
