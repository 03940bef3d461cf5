import { epochSeconds } from '../../domain/durations.ts'
import type { APIRoute } from 'astro'
import { escapeMarkup } from '../../domain/escape-markup.ts'
import { languageOf, languages, type Language, localizedPath } from '../../domain/language.ts'
import { tokyoDay, tokyoDayEnd, tokyoDayStart } from '../../domain/question-day.ts'
import { tokyoIso } from '../../domain/tokyo-time.ts'
import { categoryName, questionPath, questionText, topicName } from '../../domain/question.ts'
import type { Question } from '../../contract/schemas.ts'
import { formatDate } from '../../i18n/dates.ts'
import { translator } from '../../i18n/server.ts'
import { cardPath } from '../../worker/cards/card-text.ts'
import { publicDocumentHeaders } from '../../worker/http/headers.ts'
import { pageTime, questionsBefore, RECENT_QUESTIONS } from '../_questions.ts'

export const prerender = false

/** Year of the entries' tag URIs (RFC 4151); changing it would show every entry as new. */
const TAG_YEAR = '2026'

/**
 * Atom (RFC 4287) without comments. Addresses contain the language, so that they open in it; unknown ones are refused
 * before (`src/worker/pages/page-routes.ts`).
 */
export const GET: APIRoute = async ({ url, params }) => {
  const language = languageOf(params['locale'])
  const day = url.searchParams.get('day') ?? tokyoDay(pageTime())
  const end = epochSeconds(tokyoDayEnd(tokyoDayStart(day))) + 1
  const page = await questionsBefore(end, RECENT_QUESTIONS)
  if (page instanceof Response) return page
  return new Response(atom(url.origin, language, day, page.questions), {
    headers: {
      ...publicDocumentHeaders,
      'Content-Type': 'application/atom+xml; charset=utf-8',
      'Content-Language': language,
      'Cache-Control': 'public, max-age=300, stale-while-revalidate=600',
      'Cache-Tag': 'questions',
    },
  })
}

function atom(origin: string, language: Language, day: string, questions: Question[]): string {
  const t = translator(language)
  const { host } = new URL(origin)
  const current = ofEachDay(questions)
  const updated = current.map(updatedOf).toSorted().at(-1) ?? tokyoIso(tokyoDayStart(day))
  const others = languages.map(
    (other) =>
      `<link rel="${other === language ? 'self' : 'alternate'}" type="application/atom+xml" hreflang="${other}" href="${origin}/feed/${other}.xml"/>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">
<id>tag:${host},${TAG_YEAR}:feed:${language}</id>
<title>${escapeMarkup(t('feed.title'))}</title>
<subtitle>${escapeMarkup(t('site.tagline'))}</subtitle>
<updated>${updated}</updated>
<author><name>${escapeMarkup(t('site.name'))}</name><uri>${origin}/${language}</uri></author>
<icon>${origin}/icon.svg</icon>
<link rel="alternate" type="text/html" hreflang="${language}" href="${origin}/${language}"/>
${others.join('\n')}
${current.map((question) => entry(origin, host, language, question)).join('\n')}
</feed>
`
}

/** A replaced question has its own questionnaire; readers that take the first entry would announce it. */
function ofEachDay(questions: Question[]): Question[] {
  const days = Map.groupBy(questions, ({ previewAt }) => previewAt)
  return Array.from(
    days.values(),
    (same) =>
      same.find(({ questionId, questionnaireId }) => questionId !== questionnaireId) ?? same[0]!,
  )
}

/** RFC 4287, 4.2.15: the most recent significant change. */
const updatedOf = ({ questionChangedAt, previewAtDate }: Question): string =>
  questionChangedAt ? tokyoIso(questionChangedAt * 1000) : previewAtDate

function entry(origin: string, host: string, language: Language, question: Question): string {
  const t = translator(language)
  const text = escapeMarkup(questionText(question, language))
  const address = origin + localizedPath(language, questionPath(question.questionId))
  const date = formatDate(t, 'theme_date', question.previewAt * 1000)
  const card = escapeMarkup(`${origin}${cardPath(question, language)}`)
  const content = `<p>${text}</p><p><a href="${address}">${escapeMarkup(t('feed.read'))}</a> · <a href="${origin}/${language}">${escapeMarkup(t('details.today'))}</a></p><p><img src="${card}" width="1200" height="630" alt="${text}"></p>`
  const categories = [categoryName(question, language), topicName(question, language)]
  return `<entry>
<id>tag:${host},${TAG_YEAR}:question:${question.questionId}:${language}</id>
<title>${text}</title>
<published>${question.previewAtDate}</published>
<updated>${updatedOf(question)}</updated>
<link rel="alternate" type="text/html" hreflang="${language}" href="${address}"/>
${categories.map((name) => `<category term="${escapeMarkup(name)}"/>`).join('')}
<summary>${escapeMarkup(date)}</summary>
<content type="html">${escapeMarkup(content)}</content>
</entry>`
}
