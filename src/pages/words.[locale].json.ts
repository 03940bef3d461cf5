import type { APIRoute } from 'astro'
import { languageOf } from '../domain/language.ts'
import { islandMessages } from '../layouts/island-messages.ts'

export { getStaticPaths } from '../i18n/locale-paths.ts'

/** Strings of dialogs, post menus and the composer, loaded on demand to keep pages small. */
const keys = `ban history.held history.hidden history.why commentList listLanguage site.labelled amPmHhMm
  question.ended question.next muted.all muted.title post posting composer dd_mm_yyyy dialog month
  weekday echo ownWordsFirst share error.email field.email otp.code otp.confirm
  otp.dead otp.digit otp.failed otp.resend otp.sentTo otp.spam navigation.login details.signup session.ended`

export const GET: APIRoute = ({ params }) =>
  Response.json(islandMessages(languageOf(params['locale']), keys))
