import { pageRoutes } from '../src/worker/pages/page-routes.ts'
import type { App } from '../harness/app.ts'
import { todaysQuestion, yesterdaysQuestion } from '../harness/steps/reading-steps.ts'

export interface PagePath {
  /** The public path without its query. */
  name: string
  path: string
  /** Private: shown to the signed-in person only. */
  isForPerson: boolean
}

const forPerson =
  /^\/(?:account_settings|email|email\/confirm|password|gender|year_of_birth|muted|notices|privacy|reminder|profile|signup_username|delete_account.*)$/

/** Every page of the product with what it needs in its address. */
export async function pagePaths(app: App): Promise<PagePath[]> {
  const [today, yesterday] = [await todaysQuestion(app), await yesterdaysQuestion(app)]
  const token = 'a'.repeat(22)
  const queries: Record<string, string> = {
    '/theme_details': `?themeID=${yesterday.questionId}`,
    '/add_post': `?themeID=${today.questionId}`,
    '/app/testPage': '?value=1',
    '/reset_password': '?passCode=123456',
    '/delete_account_proceed': '?passCode=123456',
    '/email/confirm': `?token=${token}`,
    '/unlock_code': `?token=${token}`,
    '/reminder/end': `?token=${token}`,
  }
  return Object.keys(pageRoutes).map((name) => ({
    name,
    path: name + (queries[name] ?? ''),
    isForPerson: forPerson.test(name),
  }))
}
