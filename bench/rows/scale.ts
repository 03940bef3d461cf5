import { createPeople } from '../../harness/people.ts'
import { costOf, type Cost } from '../costs.ts'
import { dataset } from '../dataset.ts'
import { get, load } from '../load.ts'
import { PacedPosts, peopleFor } from '../paced-posts.ts'
import { openReaders } from '../readers.ts'
import type { AppBench } from '../run.ts'
import { seed } from '../seed.ts'
import type { Row } from '../table.ts'

const READERS = { whole: 9_800, quick: 1_000 }
const COLD_READERS = { whole: 1_000, quick: 200 }
/** Events that every reconnecting reader has missed. */
const MISSED = 10
const POSTS_A_SECOND = 20

/** D1's cost of thousands of readers at the same moment: counts, which no other load changes. */
export async function scaleRows({ isQuick, app }: AppBench): Promise<Row[]> {
  const size = isQuick ? 'quick' : 'whole'
  const count = READERS[size]
  const questionId = await seed(app, dataset(Date.now()))
  const port = Number(new URL(app.origin).port)
  const requests = Array(COLD_READERS[size]).fill(get('/recent_theme'))
  const cold = await costOf(app, async () => {
    await load({ port, connections: requests.length, requests }, undefined)
  })

  const before = await openReaders(app, questionId, count)
  const posts = new PacedPosts(app, questionId, await createPeople(app, peopleFor(MISSED)))
  await posts.send(MISSED, POSTS_A_SECOND)
  const newest = await app.db
    .prepare('SELECT event_seq FROM question WHERE id = ?')
    .bind(questionId)
    .first<number>('event_seq')
  // As a deployment does, the restart closes every socket.
  await app.restart()
  for (const reader of before) reader.leave()
  let missing = 0
  const reopened = await costOf(app, async () => {
    const after = newest! - MISSED
    const readers = await openReaders(app, questionId, count, { after })
    missing = readers.filter(({ seqs }) => seqs.length < MISSED).length
    for (const reader of readers) reader.leave()
  })
  const renders = cold['render of a page']?.requests ?? 0
  return [
    {
      what: `scale: ${count.toLocaleString('en')} readers who reconnect after a restart, D1 statements`,
      figure: `${statements(reopened)}, ${missing} readers miss something`,
      target: '< 100, 0',
      isMet: statements(reopened) < 100 && missing === 0,
    },
    {
      what: `scale: ${requests.length.toLocaleString('en')} readers of a cold page at once, renders`,
      figure: `${renders}, ${statements(cold)} D1 statements`,
      target: '1 in three seconds',
      isMet: isQuick ? undefined : renders <= 2,
    },
  ]
}

const statements = (costs: Record<string, Cost>): number =>
  Object.values(costs).reduce((sum, cost) => sum + cost.statements, 0)
