import type { commentCalls } from '../../../contract/calls/comment.ts'
import type { Handler } from '../../http/create-service.ts'
import type { Language } from '../../../domain/language.ts'
import { tokyoDay } from '../../../domain/question-day.ts'
import { now } from '../../config/clock.ts'
import { authorize, type Person } from '../../identity/authorize.ts'
import { ownRecord } from '../../cases/own-record.ts'
import { exportRecord, exportRecordJson } from './export-record.ts'
import { exportEnd, exportMonths, exportPosts, exportStart } from './export-page.ts'
import { ownComments, toOwnComment, type OwnRow } from './history-queries.ts'

/** Comments read at a time; the file is never whole in memory. */
const AT_ONCE = 1000

/** @throws ServiceError as `authorize` */
export const exportComments: Handler<typeof commentCalls.exportComments> = async (
  c,
  { language },
) => {
  const person = await authorize(c, { banned: true })
  const nowMs = now(c.env)
  const chunks = exportChunks(c.env, person, language, nowMs)
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
async function* exportChunks(env: Env, person: Person, language: Language, nowMs: number) {
  yield exportStart(language, person.username, nowMs)
  let newest = 0
  const months = exportMonths(language)
  for await (const rows of pages(env, person.userId)) {
    newest ||= rows[0]?.seq ?? 0
    yield months.add(rows.map((row) => toOwnComment(person, row)))
  }
  const record = await ownRecord(env, person.userId)
  yield months.end(exportRecord(language, record))
  let isFirst = true
  for await (const rows of pages(env, person.userId, newest + 1)) {
    yield exportPosts(
      rows.map((row) => toOwnComment(person, row)),
      isFirst,
    )
    isFirst = false
  }
  yield exportEnd(isFirst, exportRecordJson(record))
}

async function* pages(env: Env, userId: string, below?: number): AsyncGenerator<OwnRow[]> {
  for (let start = below; ;) {
    const rows = await ownComments(env, userId, start, AT_ONCE)
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
