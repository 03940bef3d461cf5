import { rmSync } from 'node:fs'
import { afterAll } from 'vitest'
import { startApp, type App, type AppOptions } from './app.ts'

/** An app for one test file, which may move its clock, set variables and count rows. Stopped after the last test. */
export async function ownApp(options?: AppOptions): Promise<App> {
  const app = await startApp(options)
  afterAll(() => app.stop())
  return app
}

let shared: Promise<App> | undefined

async function startShared(): Promise<App> {
  const app = await startApp()
  // After a signal Miniflare ends workerd by itself.
  process.once('exit', () => rmSync(app.persistTo, { recursive: true, force: true }))
  return app
}

/**
 * The app that a process's test files share. They create their own people and questions and never assert on shared
 * state.
 */
export const sharedApp = (): Promise<App> => (shared ??= startShared())
