import type { OwnComment } from '../../../contract/schemas.ts'
import { escapeMarkup } from '../../../domain/escape-markup.ts'
import type { Language } from '../../../domain/language.ts'
import { deviceNames } from '../../../domain/user.ts'
import { questionText } from '../../../domain/question.ts'
import { formatDate } from '../../../i18n/dates.ts'
import { translator } from '../../../i18n/server.ts'
import { type OwnRecord, ownRecord } from '../../cases/own-record.ts'
import { suspensionEndText } from '../../cases/statement.ts'
import type { Handler } from '../../http/create-service.ts'
import { exportHeaders } from '../../http/headers.ts'
import { tokyoDay } from '../../../domain/question-day.ts'
import { tokyoIso } from '../../../domain/tokyo-time.ts'
import { now } from '../../config/clock.ts'
import type { Person } from '../../identity/authorize.ts'
import { ownComments, toOwnComment } from './history.ts'

const STYLE = `
:root { color-scheme: light dark; --ink: light-dark(#23251c, #ecebdf); --soft: light-dark(#4e5143, #b9baa8);
  --line: light-dark(#dedbcb, #34382a); --paper: light-dark(#fbfaf5, #15170f); --olive: light-dark(#5c6b1e, #b9c878) }
* { box-sizing: border-box; margin: 0 }
body { max-width: 40rem; margin: auto; padding: 2rem 1rem 4rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.7 system-ui, sans-serif; overflow-wrap: anywhere; line-break: strict; text-autospace: normal }
h1 { font-size: 1.5rem; line-height: 1.4 }
h2 { margin: 2.5rem 0 0.5rem; font-size: 1.125rem; color: var(--olive) }
header p, time, .question { color: var(--soft); font-size: 0.875rem }
article { padding: 1rem 0; border-top: 1px solid var(--line); break-inside: avoid }
.text { margin: 0.25rem 0; white-space: pre-wrap }
`

/** The file up to the first post. Times in epoch milliseconds. */
function exportStart(language: Language, username: string, nowMs: number): string {
  const t = translator(language)
  const made = t('export.made', { username, date: formatDate(t, 'dd_mm_yyyy', nowMs) })
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeMarkup(t('export.title'))}</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<h1>${escapeMarkup(t('export.title'))}</h1>
<p>${escapeMarkup(made)}</p>
</header>
<main>
`
}

function exportMonths(language: Language) {
  const t = translator(language)
  let [month, asked] = ['', '']
  const post = (comment: OwnComment): string => {
    const postedAt = comment.lastUpdated * 1000
    const inMonth = formatDate(t, 'month_yyyy', postedAt)
    const heading =
      inMonth === month ? '' : `${month && '</section>\n'}<section>\n<h2>${inMonth}</h2>\n`
    month = inMonth
    const date = `${formatDate(t, 'theme_date', postedAt)} ${formatDate(t, 'amPmHhMm', postedAt)}`
    const { questionId } = comment.question
    const question = questionId === asked ? '' : questionText(comment.question, language)
    asked = questionId
    return `${heading}<article>
${question && `<p class="question">${escapeMarkup(question)}</p>\n`}<p class="text" dir="auto">${escapeMarkup(comment.text)}</p>
<time datetime="${comment.lastUpdatedDate}">${escapeMarkup(date)}</time>
</article>
`
  }
  return {
    add: (comments: OwnComment[]) => comments.map(post).join(''),
    end: (record: string) =>
      `${month ? '</section>\n' : `<p>${escapeMarkup(t('export.empty'))}</p>\n`}${record}</main>\n</body>\n</html>\n`,
  }
}

function exportRecord(language: Language, record: OwnRecord): string {
  const t = translator(language)
  const day = (ms: number) => formatDate(t, 'dd_mm_yyyy', ms)
  const section = (heading: string, lines: string[]) =>
    lines.length === 0
      ? ''
      : `<section>\n<h2>${escapeMarkup(heading)}</h2>\n<ul>\n${lines.map((line) => `<li>${escapeMarkup(line)}</li>\n`).join('')}</ul>\n</section>\n`
  const sentenceOf = ({ commentId, action, until }: OwnRecord['decisions'][number]) => {
    const date = until ? suspensionEndText(t, until) : ''
    if (action === 'none' || action === 'reverse') return undefined
    return commentId === null && (action === 'pause' || action === 'ban')
      ? t(`people.told.${action}`, { date })
      : t(`moderation.told.${action}`, { date })
  }
  const decisions = record.decisions.flatMap((decision) => {
    const what = sentenceOf(decision)
    const { decidedAt, ground, explanation, endedAt } = decision
    const ended = endedAt && t('moderation.told.ended', { date: suspensionEndText(t, endedAt) })
    return what
      ? [[day(decidedAt), what, ground, explanation, ended].filter(Boolean).join(' · ')]
      : []
  })
  return [
    section(
      t('export.reports'),
      record.reports.map(({ reportedAt, reference }) => `${day(reportedAt)} · ${reference}`),
    ),
    section(t('export.decisions'), decisions),
    section(
      t('export.mutes'),
      record.mutes.map(({ username, mutedAt }) => `${day(mutedAt)} · ${username}`),
    ),
    section(
      t('export.suggestions'),
      record.suggestions.map(({ day, text, state }) =>
        [day, text, t(`suggest.state.${state}`)].join(' · '),
      ),
    ),
    section(
      t('export.reminder'),
      record.reminders.map(
        ({ channel, hour, timeZone }) => `${t(`reminder.${channel}`)} · ${hour}:00 · ${timeZone}`,
      ),
    ),
    section(
      t('sessions.title'),
      record.sessions.map(({ usedAt, deviceName }) => {
        const device = deviceNames.find((name) => name === deviceName) ?? 'unknown'
        return `${day(usedAt)} · ${t(`sessions.device.${device}`)}`
      }),
    ),
    section(
      t('passkeys.title'),
      record.passkeys.map(
        ({ createdAt, keychain }) => `${day(createdAt)} · ${t(`passkeys.keychain.${keychain}`)}`,
      ),
    ),
  ].join('')
}

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
