import type { OwnComment } from '../../../contract/schemas.ts'
import { answersOf } from '../../../domain/answers.ts'
import { escapeMarkup } from '../../../domain/escape-markup.ts'
import type { Language } from '../../../domain/language.ts'
import { questionText } from '../../../domain/question.ts'
import { formatDate } from '../../../i18n/dates.ts'
import { translator } from '../../../i18n/server.ts'
import { ownRecord } from '../../cases/own-record.ts'
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
body:lang(ja) { word-break: auto-phrase }
h1, h2, .text { font-family: 'Iowan Old Style', 'Hiragino Mincho ProN', 'Yu Mincho', 'Noto Serif CJK JP', serif; font-weight: 500 }
h1 { font-size: 1.5rem; line-height: 1.4 }
h2 { margin: 2.5rem 0 0.5rem; font-size: 1.125rem; color: var(--olive) }
header p, time, .question, .hidden { color: var(--soft); font-size: 0.875rem }
article { padding: 1rem 0; border-top: 1px solid var(--line); break-inside: avoid }
.text { margin: 0.25rem 0; font-size: 1.125rem; white-space: pre-wrap }
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
    const hidden = comment.hidden && t(`history.${comment.hidden.state}`)
    return `${heading}<article>
${question && `<p class="question">${escapeMarkup(question)}</p>\n`}<p class="text" dir="auto">${escapeMarkup(comment.text)}</p>
${hidden ? `<p class="hidden">${escapeMarkup(hidden)}</p>\n` : ''}<time datetime="${comment.lastUpdatedDate}">${escapeMarkup(date)}</time>
</article>
`
  }
  return {
    add: (comments: OwnComment[]) => comments.map(post).join(''),
    end: () =>
      `${month ? '</section>' : `<p>${escapeMarkup(t('export.empty'))}</p>`}\n</main>\n</body>\n</html>\n`,
  }
}

const AT_ONCE = 1000

/** The runtime's types lack it. */
const streams = ReadableStream as unknown as {
  from(chunks: AsyncIterable<string>): ReadableStream<string>
}

export const exportComments: Handler<'exportComments'> = async (c, { language, format }) => {
  const person = c.var.person
  const nowMs = now(c.env)
  const chunks =
    format === 'json'
      ? exportJson(c.env, person, nowMs)
      : exportHtml(c.env, person, language, nowMs)
  const type = format === 'json' ? 'application/json' : 'text/html; charset=utf-8'
  return new Response(streams.from(chunks).pipeThrough(new TextEncoderStream()), {
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
  let last: OwnComment[] = []
  for await (const posts of pages(env, person)) {
    const answers = answersOf([...last, ...posts])
    // The next page may go on with it.
    last = answers.pop()?.toReversed() ?? []
    yield months.add(answers.flat())
  }
  yield months.add(last.toReversed())
  yield months.end()
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
