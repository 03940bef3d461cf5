import type { APIRoute } from 'astro'
import { languageOf } from '../../domain/language.ts'
import { feed } from '../_feed.ts'

/** Only the known languages' addresses reach it (`src/worker/pages/page-routes.ts`). */
export const GET: APIRoute = (context) => feed(languageOf(context.params['locale']))(context)
