import { createRoute, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { languages, type Language } from '../../../domain/language.ts'
import { tokyoDay } from '../../../domain/question-day.ts'
import { now } from '../../config/clock.ts'
import { failure } from '../../../contract/schemas.ts'
import type { ServiceBindings } from '../../http/service.ts'
import { authorize, type Person } from '../../identity/authorize.ts'
import { exportEnd, exportMonths, exportPosts, exportStart } from './export-page.ts'
import { ownComments, ownCommentShape, type OwnComment } from './history-queries.ts'

/** Comments read at a time; the file is never whole in memory. */
const AT_ONCE = 1000

const query = z.object({ language: z.enum(languages) })

/** (chosen) One's own posts as one file to keep. */
export const exportRoute = createRoute({
  method: 'get',
  path: '/comment/export',
  security: [{ bearer: [] }],
  request: { query },
  responses: {
    200: {
      description: 'one page that needs nothing else, with the same posts as JSON inside',
      content: { 'text/html': { schema: z.string() } },
    },
    '4XX': failure,
  },
})

/** @throws ServiceError as `authorize` */
export async function exportComments(
  c: Context<ServiceBindings>,
  { language }: { language: Language },
): Promise<Response> {
  const person = await authorize(c)
  const nowMs = now(c.env)
  const chunks = exportChunks(c.env.DB, person, language, nowMs)
  return new Response(streamOf(chunks), {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Disposition': `attachment; filename="ichimon-${tokyoDay(nowMs)}.html"`,
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'Cache-Control': 'no-store',
    },
  })
}

/** The posts are read twice, for the eyes and as JSON; what is posted meanwhile is in neither. */
async function* exportChunks(db: D1Database, person: Person, language: Language, nowMs: number) {
  yield exportStart(language, person.username, nowMs)
  let newest = 0
  const months = exportMonths(language)
  for await (const rows of pages(db, person.userId)) {
    newest ||= rows[0]?.seq ?? 0
    yield months.add(rows.map((row) => ownCommentShape(person, row)))
  }
  yield months.end()
  let isFirst = true
  for await (const rows of pages(db, person.userId, newest + 1)) {
    yield exportPosts(
      rows.map((row) => ownCommentShape(person, row)),
      isFirst,
    )
    isFirst = false
  }
  yield exportEnd(isFirst)
}

async function* pages(
  db: D1Database,
  userId: string,
  below?: number,
): AsyncGenerator<OwnComment[]> {
  for (let start = below; ;) {
    const rows = await ownComments(db, userId, start, AT_ONCE)
    if (rows.length > 0) yield rows
    if (rows.length < AT_ONCE) return
    start = rows.at(-1)!.seq
  }
}

function streamOf(chunks: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await chunks.return(undefined)
    },
  })
}
