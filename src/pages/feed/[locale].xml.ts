import type { APIRoute } from 'astro'
import { languageOf } from '../../domain/language.ts'
import { feed } from '../_feed.ts'

export const prerender = false

/** Unknown languages are refused before (`src/worker/pages/page-routes.ts`). */
export const GET: APIRoute = (context) => feed(languageOf(context.params['locale']))(context)
