import type { commentCalls } from '../../../contract/calls/comment.ts'
import type { Handler } from '../../http/create-service.ts'
import { exportHeaders } from '../../http/headers.ts'
import type { Language } from '../../../domain/language.ts'
import { tokyoDay } from '../../../domain/question-day.ts'
import { tokyoIso } from '../../../domain/tokyo-time.ts'
import { now } from '../../config/clock.ts'
import type { Person } from '../../identity/authorize.ts'
import { ownRecord } from '../../cases/own-record.ts'
import {
  exportedSettings,
  exportEnd,
  exportMonths,
  exportPosts,
  exportRecord,
  exportRecordJson,
  exportSettingsJson,
  exportStart,
} from './export-file.ts'
import { type HistoryCursor, ownComments, type OwnRow, toOwnComment } from './history.ts'

const AT_ONCE = 1000

export const exportComments: Handler<typeof commentCalls.exportComments> = async (
  c,
  { language, format },
) => {
  const person = c.var.person
  const nowMs = now(c.env)
  const chunks =
    format === 'json'
      ? exportJson(c.env, person, nowMs)
      : exportChunks(c.env, person, language, nowMs)
  const type = format === 'json' ? 'application/json' : 'text/html; charset=utf-8'
  return new Response(streamOf(chunks), {
    headers: {
      ...exportHeaders,
      'Content-Type': type,
      'Content-Disposition': `attachment; filename="ichimon-${tokyoDay(nowMs)}.${format}"`,
    },
  })
}

/** Reads the posts twice, as HTML and as JSON, from the same newest post. */
async function* exportChunks(env: Env, person: Person, language: Language, nowMs: number) {
  yield exportStart(language, person.username, nowMs)
  let newest: HistoryCursor = { seq: -1, createdAt: 0 }
  const months = exportMonths(language)
  for await (const rows of pages(env, person.userId)) {
    if (newest.seq < 0) newest = rows[0]!
    yield months.add(rows.map((row) => toOwnComment(person, row)))
  }
  const [record, settings] = await Promise.all([
    ownRecord(env, person.userId),
    exportedSettings(env, person.userId),
  ])
  yield months.end(exportRecord(language, record))
  const hasPosts = yield* postsJson(env, person, { ...newest, seq: newest.seq + 1 })
  yield exportEnd(!hasPosts, exportRecordJson(record) + exportSettingsJson(settings))
}

async function* exportJson(env: Env, person: Person, nowMs: number) {
  const [moderation, settings] = await Promise.all([
    ownRecord(env, person.userId),
    exportedSettings(env, person.userId),
  ])
  const { username } = person
  const head = JSON.stringify({ username, savedAt: tokyoIso(nowMs), settings, moderation })
  yield `${head.slice(0, -1)},"posts":[`
  yield* postsJson(env, person)
  yield '\n]}\n'
}

/** Yields lines of a JSON array. @returns whether there were any posts */
async function* postsJson(env: Env, person: Person, before?: HistoryCursor) {
  let isFirst = true
  for await (const rows of pages(env, person.userId, before)) {
    yield exportPosts(
      rows.map((row) => toOwnComment(person, row)),
      isFirst,
    )
    isFirst = false
  }
  return !isFirst
}

async function* pages(env: Env, userId: string, before?: HistoryCursor): AsyncGenerator<OwnRow[]> {
  for (let start = before; ;) {
    const rows = await ownComments(env, userId, start, AT_ONCE)
    if (rows.length > 0) yield rows
    if (rows.length < AT_ONCE) return
    start = rows.at(-1)
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
