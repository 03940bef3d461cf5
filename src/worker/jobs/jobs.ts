import { DurableObject } from 'cloudflare:workers'
import { HOUR_MS, MINUTE_MS } from '../../domain/durations.ts'
import { raiseAlarms } from '../alarms/alarms.ts'
import { newId } from '../db/id.ts'
import { log, logConfiguration, withLogContext } from '../logging/log.ts'
import { deliverWaiting } from '../mail/deliver.ts'
import { deletePictures } from '../pictures/storage.ts'
import { sendReminders } from '../reminders/send-reminders.ts'
import { urgentCategories } from '../../domain/moderation.ts'
import { ensureDays } from '../db/question.ts'
import { finishImports } from '../db/question-import.ts'
import { cleanUp } from './clean-up.ts'
import { type JobList, JobRunner } from './job-runner.ts'
import { countQuestions } from './question-figures.ts'
import { FIRST_LANGUAGE, type Language } from '../../domain/language.ts'
import { translator } from '../../i18n/server.ts'
import { now } from '../config/clock.ts'
import { config } from '../config/config.ts'
import { readSetting, writeSetting } from '../db/setting.ts'
import { callWebhook } from '../http/post-json.ts'
import { deskLink, mailRoles } from '../mail/queue.ts'
import { seal, sealMark, unseal } from '../keys/seal.ts'

/** Columns sealed by moderation, with the purpose of their key. */
const SEALED = [
  { table: 'moderation_case', column: 'sealed_text', id: 'comment_id' },
  { table: 'report', column: 'sealed_form', id: 'reference' },
  { table: 'report', column: 'sealed_email', id: 'reference' },
  { table: 'rights_request', column: 'sealed_form', id: 'reference' },
  { table: 'rights_request', column: 'sealed_reply', id: 'reference' },
  { table: 'appeal', column: 'sealed_text', id: 'reference' },
] as const

const PAGE = 100
const MAX_RESEALED = 1000

/** Texts outlive a change of `SECRET`. Logged `unreadable` values fit neither secret. */
async function reseal(env: Env): Promise<void> {
  if (!config(env).previousSecret) return
  const mark = sealMark(config(env), 'moderation')
  const counts = { resealed: 0, unreadable: 0 }
  for (const sealed of SEALED) await resealColumn(env, sealed, mark, counts)
  if (counts.resealed + counts.unreadable > 0) log(env, 'info', 'reseal', counts)
}

async function resealColumn(
  env: Env,
  { table, column, id }: (typeof SEALED)[number],
  mark: string,
  counts: { resealed: number; unreadable: number },
): Promise<void> {
  const read = env.DB.prepare(
    `SELECT ${id} AS id, ${column} AS sealed FROM ${table}
     WHERE ${id} > ?1 AND ${column} <> '' AND substr(${column}, 1, ${mark.length}) <> ?2
     ORDER BY ${id} LIMIT ${PAGE}`,
  )
  const write = env.DB.prepare(
    `UPDATE ${table} SET ${column} = ?3 WHERE ${id} = ?1 AND ${column} = ?2`,
  )
  let after = ''
  for (let done = 0; done < MAX_RESEALED; done += PAGE) {
    const { results } = await read.bind(after, mark).all<{ id: string; sealed: string }>()
    const statements: D1PreparedStatement[] = []
    for (const row of results) {
      const value = unseal<unknown>(env, 'moderation', row.id, row.sealed)
      if (value === undefined) counts.unreadable++
      else statements.push(write.bind(row.id, row.sealed, seal(env, 'moderation', row.id, value)))
    }
    if (statements.length > 0) await env.DB.batch(statements)
    counts.resealed += statements.length
    if (results.length < PAGE) return
    after = results.at(-1)!.id
  }
}

const INTERVAL_MS = HOUR_MS
const URGENT_INTERVAL_MS = 10 * MINUTE_MS

/** `?1` is the time of the last message. */
const HAS_NEW = `
  SELECT 1 FROM moderation_case WHERE state <> 'closed' AND waiting_since > ?1 LIMIT 1`

/** Cases that an urgent report has reached after `?1`, the first of its case. */
const HAS_URGENT = `
  SELECT 1 FROM moderation_case INDEXED BY moderation_case_queue
  WHERE state <> 'closed' AND rank <= -1000 AND ?1 < (SELECT min(created_at) FROM report
    WHERE case_id = moderation_case.id AND outcome IS NULL
      AND category IN ('${urgentCategories.join("', '")}')) LIMIT 1`

const COUNTS = `
  SELECT count(*) AS waiting, coalesce(sum(waiting_since > ?1), 0) AS fresh, coalesce(sum(is_urgent), 0) AS urgent,
    coalesce(sum(comment.hidden_at IS NOT NULL AND moderation_case.state = 'open'), 0) AS held
  FROM moderation_case LEFT JOIN comment ON comment.id = moderation_case.comment_id
  WHERE moderation_case.state <> 'closed'`

interface Counts {
  fresh: number
  waiting: number
  urgent: number
  held: number
}

/**
 * Within ten minutes of an urgent case, otherwise at most hourly; without user text (`docs/product.md#moderators-desk`).
 * @throws Error when the webhook refuses
 */
async function notifyOfNewCases(env: Env): Promise<void> {
  const nowMs = now(env)
  const lastMs = Number(await readSetting(env, 'newCases'))
  const isTrue = (sql: string) => env.DB.prepare(sql).bind(lastMs).first()
  if (lastMs > nowMs - URGENT_INTERVAL_MS) return
  const isUrgent = await isTrue(HAS_URGENT)
  if (!isUrgent && (lastMs > nowMs - INTERVAL_MS || !(await isTrue(HAS_NEW)))) return
  const counts = (await env.DB.prepare(COUNTS).bind(lastMs).first<Counts>())!
  const link = deskLink(env, '/operator/cases')
  const { moderationWebhook: url } = config(env)
  const textOf = (language: Language) => translator(language)('mail.newCases.counts', { ...counts })
  await (url
    ? callWebhook('moderation', url, {
        text: `${textOf(FIRST_LANGUAGE)} ${link}`,
        ...counts,
        link,
      })
    : mailRoles(env, ['moderator', 'operator'], (language) => ({
        kind: isUrgent ? 'urgentCases' : 'newCases',
        link,
        details: [textOf(language)],
      })))
  await writeSetting(env, 'newCases', String(nowMs)).run()
}

/** The order matters: alarms see mail before it expires; jobs that call other sites are last. */
const jobs: JobList = {
  ensureDays,
  raiseAlarms,
  deliverWaiting,
  cleanUp,
  finishImports,
  deletePictures,
  countQuestions,
  reseal,
  notifyOfNewCases,
  sendReminders,
}

/** Above the longest budget, that of the reminders. */
const JOB_TIMEOUT_MS = 2 * MINUTE_MS

/** One alarm of one object, so no job runs twice at once. Requests send mail too: `mail/deliver.ts` claims it. */
export class Jobs extends DurableObject<Env> {
  #runner = new JobRunner(JOB_TIMEOUT_MS)
  #callers: ((failed: string[]) => void)[] = []

  /**
   * Runs the jobs now, or after the run in progress.
   * @returns names of the failed jobs
   */
  async run(): Promise<string[]> {
    const result = new Promise<string[]>((resolve) => this.#callers.push(resolve))
    await this.ctx.storage.setAlarm(Date.now())
    return result
  }

  override async alarm(): Promise<void> {
    const callers = this.#callers.splice(0)
    const failed = await withLogContext({ runId: newId() }, async () => {
      logConfiguration(this.env)
      const startedAt = Date.now()
      const names = await this.#runner.run(this.env, jobs)
      log(this.env, 'debug', 'cron', { ms: Date.now() - startedAt, failed: names.length })
      return names
    })
    for (const resolve of callers) resolve(failed)
  }
}

/** @throws Error when a job failed */
export async function scheduled({ JOBS }: Env): Promise<void> {
  const failed = await JOBS.get(JOBS.idFromName('jobs')).run()
  if (failed.length > 0) throw new Error(`scheduled jobs failed: ${failed.join(', ')}`)
}
