import type { APIRoute } from 'astro'
import { documentPaths } from '../domain/legal-pages.ts'
import { languages, type Language, localizedPath } from '../domain/language.ts'
import { tokyoDay, tokyoDayStart } from '../domain/question-day.ts'
import { questionPath } from '../domain/question.ts'
import { pageTime, questionsBefore } from './_questions.ts'

export const prerender = false
const MAX_QUESTIONS = 1_000
const PAGE_SIZE = 99

/** Newest first; an error response when they cannot be read. */
async function pastQuestions(): Promise<string[] | Response> {
  const paths: string[] = []
  let before = tokyoDayStart(tokyoDay(pageTime())) / 1000
  for (let hasMore = true; hasMore && paths.length < MAX_QUESTIONS;) {
    const page = await questionsBefore(before, PAGE_SIZE)
    if (page instanceof Response) return page
    paths.push(...page.questions.map(({ questionId }) => questionPath(questionId)))
    before = page.questions.at(-1)?.previewAt ?? before
    hasMore = page.hasMore
  }
  return paths
}

/** Home, the list, documents and past questions, in all languages with alternates. */
export const GET: APIRoute = async ({ url }) => {
  const past = await pastQuestions()
  if (past instanceof Response) return past
  const entries = ['/', '/recent_theme', ...documentPaths, ...past].flatMap((path) =>
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
      // The key holds the day, so each data centre reads a day's list once.
      'Cache-Control': 'public, max-age=86400',
      'Cache-Tag': 'questions',
    },
  })
}

function entry(origin: string, path: string, language: Language): string {
  const alternates = languages.map(
    (other) =>
      `<xhtml:link rel="alternate" hreflang="${other}" href="${origin}${localizedPath(other, path)}"/>`,
  )
  return `<url><loc>${origin}${localizedPath(language, path)}</loc>${alternates.join('')}</url>`
}
