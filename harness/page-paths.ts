import { existsSync, readFileSync } from 'node:fs'
import { pageRoutes } from '../src/worker/pages/page-routes.ts'
import type { App } from './app.ts'
import { inProject } from './local/run.ts'
import { todaysQuestion, yesterdaysQuestion } from './steps/reading-steps.ts'

export interface PagePath {
  /** The public path without its query. */
  name: string
  path: string
  /** Redirects guests to the login: settings, and the operators' desk. */
  isForPerson: boolean
}

/** A settings screen, which redirects guests to the login. */
function isSettings(name: string): boolean {
  const source = inProject(`src/pages/[locale]${name}.astro`)
  return existsSync(source) && readFileSync(source, 'utf8').includes('<SettingsLayout')
}

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
    isForPerson: name.startsWith('/operator') || isSettings(name),
  }))
}
