import { costOf, totalRowsRead } from '../costs.ts'
import { INSERT_PEOPLE, personIdSql, ROWS } from '../generated-rows.ts'
import { dataset } from '../dataset.ts'
import { getCold, load } from '../load.ts'
import type { AppBench } from '../run.ts'
import { seed } from '../seed.ts'
import type { Row } from '../table.ts'
import { createPerson } from '../../harness/people.ts'
import type { App } from '../../harness/app.ts'

const AT_ONCE = 10_000
const PREFIX = 'g'
/** ?3: the prefix of the people; ?4: the question; ?5: now. */
const INSERT_COMMENTS = `${ROWS}
  INSERT INTO comment (id, question_id, user_id, slot, text, created_at)
  SELECT 'gc' || n, ?4, ${personIdSql('?3', 'n')}, 1, 'answer ' || n, ?5 FROM row`

/** Comments by as many people, straight into the database; its triggers count them. */
async function grow(app: App, questionId: string, from: number, to: number): Promise<void> {
  for (let start = from; start < to; start += AT_ONCE) {
    const end = Math.min(to, start + AT_ONCE)
    await app.db.batch([
      app.db.prepare(INSERT_PEOPLE).bind(start, end, PREFIX, 0, 0),
      app.db.prepare(INSERT_COMMENTS).bind(start, end, PREFIX, questionId, Date.now()),
    ])
  }
}

/** Rows read by a cold home page, a page of earlier comments and a post, as a question grows. */
export async function growthRows({ isQuick, app }: AppBench): Promise<Row[]> {
  const sizes = isQuick ? [10, 1_000] : [10, 1_000, 100_000]
  const port = Number(new URL(app.origin).port)
  const questionId = await seed(app, { comments: dataset(Date.now()).comments.slice(0, 10) })
  let known = 10
  const home: number[] = []
  const earlier: number[] = []
  const posts: number[] = []
  const cold = async () => {
    await load({ port, connections: 1, requests: [getCold('/')] }, undefined)
  }
  await cold()
  for (const size of sizes) {
    await grow(app, questionId, known, size)
    known = size
    home.push(totalRowsRead(await costOf(app, cold)))
    const before = size > 100 ? `gc${size - 50}` : undefined
    const query = `questionId=${questionId}&commentsLimit=50${before ? `&commentsBefore=${before}` : ''}`
    const page = () => succeed(app.fetch(`/service/quest/v1/question/comment?${query}`))
    earlier.push(totalRowsRead(await costOf(app, page)))
    const { authorization } = await createPerson(app)
    const body = JSON.stringify({ questionId, text: 'one more' })
    const headers = { Authorization: authorization, 'Content-Type': 'application/json' }
    const posted = await costOf(app, () =>
      succeed(app.fetch('/service/comment/v1/comment', { method: 'POST', headers, body })),
    )
    posts.push(posted['POST /service/comment/v1/comment']!.rowsRead)
  }
  if (home.includes(0)) throw new Error('a cold page was not rendered')
  const at = sizes.map((size) => size.toLocaleString('en')).join(' / ')
  const isConstant = (rows: number[]) => rows.slice(1).every((count) => count <= rows[1]!)
  return [
    {
      what: `growth: rows read for a cold home page at ${at} comments`,
      figure: home.join(' / '),
      target: '≤ 120, whatever the size',
      isMet: home.every((count) => count <= 120),
    },
    {
      what: 'growth: rows read for 50 earlier comments',
      figure: earlier.join(' / '),
      target: 'constant',
      isMet: isConstant(earlier),
    },
    {
      what: 'growth: rows read for a post',
      figure: posts.join(' / '),
      target: 'constant',
      isMet: isConstant(posts),
    },
  ]
}

async function succeed(response: Promise<Response>): Promise<void> {
  const { status } = await response
  if (status !== 200) throw new Error(`returned ${status}`)
}
