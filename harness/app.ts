import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SECRET } from './credentials.ts'
import { quickFetch } from './local/quick-fetch.ts'
import { fillDemonstration } from './local/fill.ts'
import { databases, preparedDatabases } from './local/prepared-databases.ts'
import { serve, type ServeOptions, type Served } from './local/serve.ts'
import { todaysQuestion } from './steps/reading-steps.ts'

export interface AppOptions {
  /** Bindings beyond `SECRET`, `DEVELOPMENT`, `LIMITS` and `MAIL_TRANSPORT`; `LIMITS: ''` enables limits. */
  vars?: Record<string, string>
  clockOffsetMs?: number
  /** Inserts the built-in questions without seasonal ones, so that no test depends on the date; default true. */
  questions?: boolean
  /** Inserts the past days of `npm start`; default false. */
  demonstration?: boolean
  serving?: Partial<ServeOptions>
}

export interface App extends Omit<Served, 'stop'> {
  logs: string[]
  persistTo: string
  /** A statement with each `${value}` bound as a parameter. */
  sql(strings: TemplateStringsArray, ...values: unknown[]): D1PreparedStatement
  /** `fetch` of a path; does not follow redirects. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** The first read of a day creates its question. */
  todaysQuestionId(): Promise<string>
  /** Moves the worker's clock, by which its caches of pages and public reads expire. */
  setClock(offsetMs: number): Promise<void>
  /** Restarts the worker with this clock offset and empty caches. */
  restartAt(offsetMs: number): Promise<void>
  stop(): Promise<void>
}

const bindings = {
  SECRET,
  DEVELOPMENT: 'on',
  LIMITS: 'raised',
  MAIL_TRANSPORT: 'outbox',
  VAPID_KEY:
    'BMCw2r4h-FIl6hkDL0j7HJ9RUbIV_T6sYYMplKMG-0ffXlbLg8W0qJQa1mnxfoagvz3tm4OlTXe6MmkLV8kyrMc.Pp9wGyl77cbhPsGflU5cjIwJIouDd-G9vqU9j1aYva8',
  // Tests post repeated text and links quickly; tests of the filters enable them.
  FILTER_REPEAT: 'off',
  FILTER_NEW_LINKS: 'off',
  // Otherwise chance would decide which scripts a page loads.
  VITALS_SAMPLING: '0',
}

/** The built worker on workerd at a free loopback port, with its own migrated storage. */
export async function startApp(options: AppOptions = {}): Promise<App> {
  const persistTo = await mkdtemp(join(tmpdir(), 'ichimon-'))
  const prepared = await preparedDatabases(options.questions !== false)
  await cp(prepared, join(persistTo, databases), { recursive: true })
  const logs: string[] = []
  const clock = (offsetMs: number) => ({ CLOCK_OFFSET_MS: String(Math.round(offsetMs)) })
  const clockOffsetMs = options.clockOffsetMs ?? 0
  const served = await serve({
    port: 0,
    persistTo,
    vars: { ...bindings, ...clock(clockOffsetMs), ...options.vars },
    log: (line) => logs.push(line),
    changesVars: true,
    ...options.serving,
  })
  if (options.demonstration) {
    await fillDemonstration(served.db, new Date(Date.now() + clockOffsetMs))
  }
  const app: App = {
    ...served,
    logs,
    persistTo,
    sql: (strings, ...values) => served.db.prepare(strings.join('?')).bind(...values),
    fetch: (path, init) => quickFetch(new URL(path, served.origin), init),
    todaysQuestionId: async () => (await todaysQuestion(app)).questionId,
    async setClock(offsetMs) {
      if (served.vars()['CLOCK_OFFSET_MS'] === String(Math.round(offsetMs))) return
      await served.setVars(clock(offsetMs))
    },
    restartAt: (offsetMs) => served.restart(clock(offsetMs)),
    async stop() {
      await served.stop()
      await rm(persistTo, { recursive: true, force: true })
    },
  }
  return app
}
