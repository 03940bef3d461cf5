import { rmSync } from 'node:fs'
import { afterAll, onTestFinished } from 'vitest'
import { startApp, type App, type AppOptions } from './app.ts'

/** An app for one test file, which may move its clock, set variables and count rows. Stopped after the last test. */
export async function ownApp(options?: AppOptions): Promise<App> {
  const app = await startApp(options)
  afterAll(() => app.stop())
  return app
}

/** Changes variables until the end of the test. */
export async function setTestVars(
  app: App,
  vars: Record<string, string | undefined>,
): Promise<void> {
  const before = Object.keys(vars).map((name) => [name, app.vars()[name]] as const)
  onTestFinished(() => app.setVars(Object.fromEntries(before)))
  await app.setVars(vars)
}

export const setTestClock = (app: App, offsetMs: number): Promise<void> =>
  setTestVars(app, { CLOCK_OFFSET_MS: String(offsetMs) })

/** Sets limits until the end of the test, and deletes what was counted before. */
export async function setTestLimits(app: App, limits: string): Promise<void> {
  await app.db.exec('DELETE FROM attempt_counter')
  await setTestVars(app, { LIMITS: limits })
}

let shared: Promise<App> | undefined

async function startShared(): Promise<App> {
  const app = await startApp()
  // After a signal Miniflare ends workerd by itself.
  process.once('exit', () => rmSync(app.persistTo, { recursive: true, force: true }))
  return app
}

/**
 * The app that a process's test files share. They create their own people and questions, never assert on shared
 * state, and change clock and variables for a test alone.
 */
export const sharedApp = (): Promise<App> => (shared ??= startShared())
