import { inProject } from './local/run.ts'
import { startApp, type App, type AppOptions } from './app.ts'

const none = {
  requests: 0,
  /** 4xx and 5xx responses. */
  failures: 0,
  statements: 0,
  rowsRead: 0,
  rowsWritten: 0,
  /** Stored keys and alarms of Durable Objects. */
  objectWrites: 0,
}
export type Cost = typeof none

/** The built worker with cost counters, from D1's own `meta`. */
export const startCountedApp = (options: AppOptions = {}): Promise<App> =>
  startApp({
    ...options,
    serving: { wrapper: inProject('harness/counting.mjs'), log: () => {}, ...options.serving },
  })

export const statementsOf = async (app: App) => (await app.fetch('/__statements')).json<string[]>()

const costs = async (app: App) =>
  (await app.fetch('/__costs')).json<Record<string, Partial<Cost>>>()

export async function costOf(app: App, work: () => Promise<void>): Promise<Record<string, Cost>> {
  const before = await costs(app)
  await work()
  const after = await costs(app)
  return Object.fromEntries(
    Object.entries(after)
      .map(([kind, cost]): [string, Cost] => {
        const difference = { ...none }
        for (const name of Object.keys(none) as (keyof Cost)[])
          difference[name] = (cost[name] ?? 0) - (before[kind]?.[name] ?? 0)
        return [kind, difference]
      })
      .filter(([, { requests, statements }]) => requests + statements > 0),
  )
}
