import { inProject } from './local/run.ts'
import { startApp, type App, type AppOptions } from './app.ts'

export interface Cost {
  requests: number
  /** 4xx and 5xx responses. */
  failures: number
  statements: number
  rowsRead: number
  rowsWritten: number
  /** Stored keys and alarms of Durable Objects. */
  objectWrites: number
  objectReads: number
  logs: number
  /** Active milliseconds of Durable Objects; overlapping calls count once. */
  activeMs: number
}

/** The built worker with cost counters, from D1's own `meta`. */
export const startCountedApp = (options: AppOptions = {}): Promise<App> =>
  startApp({
    ...options,
    serving: { wrapper: inProject('harness/counting.mjs'), log: () => {}, ...options.serving },
  })

export async function statementsOf(app: App): Promise<string[]> {
  const response = await app.fetch('/__statements')
  return (await response.json()) as string[]
}

async function costs(app: App): Promise<Record<string, Cost>> {
  const response = await app.fetch('/__costs')
  return (await response.json()) as Record<string, Cost>
}

const none: Cost = {
  requests: 0,
  failures: 0,
  statements: 0,
  rowsRead: 0,
  rowsWritten: 0,
  objectWrites: 0,
  objectReads: 0,
  logs: 0,
  activeMs: 0,
}

export async function costOf(app: App, work: () => Promise<void>): Promise<Record<string, Cost>> {
  const before = await costs(app)
  await work()
  const after = await costs(app)
  const difference = ([kind, cost]: [string, Cost]): [string, Cost] => {
    const known = before[kind] ?? none
    const names = Object.keys(none) as (keyof Cost)[]
    return [
      kind,
      Object.fromEntries(names.map((name) => [name, cost[name] - known[name]])) as unknown as Cost,
    ]
  }
  return Object.fromEntries(
    Object.entries(after)
      .map(difference)
      .filter(([, { requests, statements }]) => requests + statements > 0),
  )
}
