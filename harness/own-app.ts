import { rmSync } from 'node:fs'
import { afterAll } from 'vitest'
import { startApp, type App, type AppOptions } from './app.ts'

/** An app of the test file that asks, stopped after its last test: it may move the clock, set variables and count rows. */
export async function ownApp(options?: AppOptions): Promise<App> {
  const app = await startApp(options)
  afterAll(() => app.stop())
  return app
}

let shared: Promise<App> | undefined

async function startShared(): Promise<App> {
  const app = await startApp()
  // The process is ended by a signal: Miniflare ends workerd, and nothing else is left to do.
  process.once('exit', () => rmSync(app.persistTo, { recursive: true, force: true }))
  return app
}

/**
 * The app that the test files of a process share. They make people and questions of their own and assert on nothing that
 * another file may have changed.
 */
export const sharedApp = (): Promise<App> => (shared ??= startShared())
