import type { APIRoute } from 'astro'
import { languageOf } from '../../domain/language.ts'
import { publicDocumentHeaders } from '../../worker/http/headers.ts'
import { calendar } from '../_calendar.ts'

export const prerender = false

/** Unknown languages are refused before (`src/worker/pages/page-routes.ts`). */
export const GET: APIRoute = ({ url, params }) => {
  const language = languageOf(params['locale'])
  return new Response(calendar(url.origin, language), {
    headers: {
      ...publicDocumentHeaders,
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Language': language,
      'Cache-Control': 'public, max-age=86400, stale-while-revalidate=86400',
    },
  })
}
