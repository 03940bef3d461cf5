import { inProject } from './local/run.ts'
import { startApp, type App, type AppOptions } from './app.ts'

/** Cost of all requests of one kind so far. */
export interface Cost {
  requests: number
  /** Answered with 4xx or 5xx. */
  failures: number
  statements: number
  rowsRead: number
  rowsWritten: number
  /** Keys and alarms that Durable Objects stored. */
  objectWrites: number
  /** Objects read from R2. */
  objectReads: number
  /** Records in Workers Logs. */
  logs: number
  /** Milliseconds in which a Durable Object waited for what it had begun, that of overlapping calls once. */
  activeMs: number
}

/** The built worker, whose costs are counted as D1 itself reports them. */
export const startCountedApp = (options: AppOptions = {}): Promise<App> =>
  startApp({
    ...options,
    serving: { wrapper: inProject('harness/counting.mjs'), log: () => {}, ...options.serving },
  })

/** Every statement that D1 was asked since the worker began, each once. */
export async function statementsOf(app: App): Promise<string[]> {
  const response = await app.fetch('/__statements')
  return (await response.json()) as string[]
}

/** Costs by kind of request, such as `GET /`, since the worker started. */
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

/** Cost of a piece of work, by kind. */
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
