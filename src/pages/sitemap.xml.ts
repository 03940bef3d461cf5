import type { APIRoute } from 'astro'
import { documentPaths } from '../domain/documents.ts'
import { languages, type Language } from '../domain/language.ts'
import { tokyoDay, tokyoDayStart } from '../domain/question-day.ts'
import { questionPath } from '../domain/question.ts'
import { pageTime, questionsBefore } from './_questions.ts'

const MAX_QUESTIONS = 1_000
const PAGE_SIZE = 99

/** Home, the list, the documents and past questions, each in both languages with the other as its alternate. */
export const GET: APIRoute = async ({ url }) => {
  const paths = ['', '/recent_theme', ...documentPaths]
  let before = tokyoDayStart(tokyoDay(pageTime())) / 1000
  for (let hasMore = true; hasMore && paths.length < MAX_QUESTIONS;) {
    const found = await questionsBefore(before, PAGE_SIZE)
    if (found instanceof Response) return found
    paths.push(...found.questions.map(({ questionId }) => questionPath(questionId)))
    before = found.questions.at(-1)?.previewAt ?? before
    hasMore = found.hasMore
  }
  const entries = paths.flatMap((path) =>
    languages.map((language) => entry(url.origin, path, language)),
  )
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.join('\n')}
</urlset>
`
  return new Response(xml, {
    headers: {
      'Content-Type': 'application/xml; charset=utf-8',
      // Its key holds the day, so that a day's list is read once for each data center.
      'Cache-Control': 'public, max-age=86400',
      'Cache-Tag': 'questions',
    },
  })
}

function entry(origin: string, path: string, language: Language): string {
  const alternates = languages.map(
    (other) => `<xhtml:link rel="alternate" hreflang="${other}" href="${origin}/${other}${path}"/>`,
  )
  return `<url><loc>${origin}/${language}${path}</loc>${alternates.join('')}</url>`
}
