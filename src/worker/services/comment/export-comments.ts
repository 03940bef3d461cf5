import type { OwnComment } from '../../../contract/schemas.ts'
import type { Handler } from '../../http/create-service.ts'
import { exportHeaders } from '../../http/headers.ts'
import type { Language } from '../../../domain/language.ts'
import { tokyoDay } from '../../../domain/question-day.ts'
import { tokyoIso } from '../../../domain/tokyo-time.ts'
import { now } from '../../config/clock.ts'
import type { Person } from '../../identity/authorize.ts'
import { ownRecord } from '../../cases/own-record.ts'
import { exportMonths, exportRecord, exportStart } from './export-file.ts'
import { ownComments, toOwnComment } from './history.ts'

const AT_ONCE = 1000

export const exportComments: Handler<'exportComments'> = async (c, { language, format }) => {
  const person = c.var.person
  const nowMs = now(c.env)
  const chunks =
    format === 'json'
      ? exportJson(c.env, person, nowMs)
      : exportHtml(c.env, person, language, nowMs)
  const type = format === 'json' ? 'application/json' : 'text/html; charset=utf-8'
  return new Response(streamOf(chunks), {
    headers: {
      ...exportHeaders,
      'Content-Type': type,
      'Content-Disposition': `attachment; filename="ichimon-${tokyoDay(nowMs)}.${format}"`,
    },
  })
}

async function* exportHtml(env: Env, person: Person, language: Language, nowMs: number) {
  yield exportStart(language, person.username, nowMs)
  const months = exportMonths(language)
  for await (const posts of pages(env, person)) yield months.add(posts)
  yield months.end(exportRecord(language, await ownRecord(env, person.userId)))
}

async function* exportJson(env: Env, person: Person, nowMs: number) {
  const { username, language, hidesEcho, hidesOthers } = person
  // `docs/product.md#reading-settings`
  const settings = { language, hidesEcho: hidesEcho !== null, hidesOthers: hidesOthers !== null }
  const moderation = await ownRecord(env, person.userId)
  const head = JSON.stringify({ username, savedAt: tokyoIso(nowMs), settings, moderation })
  yield `${head.slice(0, -1)},"posts":[`
  let separator = '\n'
  for await (const posts of pages(env, person)) {
    yield separator + posts.map((post) => JSON.stringify(post)).join(',\n')
    separator = ',\n'
  }
  yield '\n]}\n'
}

async function* pages(env: Env, person: Person): AsyncGenerator<OwnComment[]> {
  for (let before: string | undefined; ;) {
    const rows = await ownComments(env, person.userId, before, AT_ONCE)
    if (rows.length > 0) yield rows.map((row) => toOwnComment(person, row))
    if (rows.length < AT_ONCE) return
    before = rows.at(-1)!.id
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
