import { pageRoutes } from '../src/worker/pages/page-routes.ts'
import type { App } from './app.ts'
import { todaysQuestion, yesterdaysQuestion } from './steps/reading-steps.ts'

/** Paths of every page; those for people redirect guests to the login. */
export async function pagePaths(app: App) {
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
    '/secure_account': `?token=${token}`,
    '/reminder/end': `?token=${token}`,
  }
  return Object.entries(pageRoutes).map(([name, route]) => ({
    name,
    path: name + (queries[name] ?? ''),
    isForPeople: route.kind === 'built' && route.isForPeople === true,
  }))
}
