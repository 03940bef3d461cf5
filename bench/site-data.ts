import { DAY_MS } from '../src/domain/durations.ts'
import { addDays, tokyoDay, tokyoDayStart } from '../src/domain/question-day.ts'
import type { App } from '../harness/app.ts'
import { authorizationOf, bindingsOf } from '../harness/people.ts'
import { INSERT_PEOPLE, personId, personIdSql, ROWS } from './generated-rows.ts'
import { ensurePastDays } from './seed.ts'

/** A generated site: so many posts on each of so many past days and today. */
export interface SiteSize {
  comments: number
  people: number
  days: number
}

const PEOPLE_AT_ONCE = 10_000
const COMMENTS_AT_ONCE = 20_000
/** Of those who write on a day, a half posts twice or more often, a fifth three times. */
const POSTS_OF_A_WRITER = 1.7
/** First characters of the ids of sessions, as random ones have them. */
const ID_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

const prefixOf = ({ comments }: SiteSize) => `p${comments}-`

/**
 * SQL: a day's posts. The person 0 writes three times every day, the first hundred nearly every other day, most people
 * on a few days of a thousand: the writer `k` of a day is another person for each `k`, and beyond the first ones on each
 * day. ?1 and ?2: the numbers of the posts; ?3: the prefix; ?4 and ?5: the starts of the days. D1 binds every number as a
 * real one, whose division has a fraction: the rest is written into the statement.
 */
const insertComments = (posts: number, writers: number, people: number) => {
  const twice = Math.floor(writers / 2)
  return `${ROWS}, post (n, k, slot) AS (
      SELECT n, CASE WHEN n < ${writers} THEN n WHEN n < ${writers + twice} THEN n - ${writers}
          ELSE n - ${writers + twice} END,
        1 + (n >= ${writers}) + (n >= ${writers + twice}) FROM row),
    placed AS (
      SELECT id, day, preview_at, n, k, slot,
        (k + preview_at / ${DAY_MS} * 618 % 1000 / 1000.0) / ${writers} AS share
      FROM question CROSS JOIN post WHERE preview_at BETWEEN ?4 AND ?5)
    INSERT INTO comment (id, question_id, user_id, slot, text, created_at, language)
    SELECT ?3 || day || printf('-%06d', n), id,
      ${personIdSql('?3', `k + CAST(${people - writers} * share * share * share AS INTEGER)`)}, slot,
      'post ' || n || ' of the day ' || day, preview_at + n * ${Math.floor(DAY_MS / posts)}, 'en'
    FROM placed ORDER BY preview_at, n`
}

/** A session of each person. ?1: the prefix; ?2: now. */
const INSERT_SESSIONS = `
  INSERT INTO session (id, user_id, kept, created_at, expires_at, ends_at)
  SELECT substr('${ID_CHARACTERS}', 1 + row_number() OVER () % 64, 1) || id, id, 1, ?2, ?2 + ${30 * DAY_MS},
    ?2 + ${90 * DAY_MS}
  FROM user WHERE id BETWEEN ?1 AND ?1 || '~'`

/** A reminder of every tenth person, due tomorrow. */
const INSERT_REMINDERS = `
  INSERT INTO reminder (user_id, channel, hour, time_zone, language, token, due_at, next_attempt_at)
  SELECT id, 'mail', 20, 'Asia/Tokyo', 'ja', id, ?2 + ${DAY_MS}, ?2 + ${DAY_MS}
  FROM user WHERE id BETWEEN ?1 AND ?1 || '~' AND id LIKE '%0'`

/** A suggestion of every hundredth person, which waits. */
const INSERT_SUGGESTIONS = `
  INSERT INTO suggestion (id, user_id, day, language, text, is_credited, created_at)
  SELECT id, id, '2026-01-01', 'en', 'What is this?', 1, ?2
  FROM user WHERE id BETWEEN ?1 AND ?1 || '~' AND id LIKE '%00'`

/** A case about every 97th post, so about posts of every person, with a report and, for nine of ten, a decision and its notice. */
const CASES = `
  SELECT comment.*, iif(seq % 970 = 0, 'open', 'closed') AS state FROM comment
  WHERE id BETWEEN ?1 AND ?1 || '~' AND seq % 97 = 0`
const INSERT_CASES = [
  `INSERT INTO moderation_case (id, comment_id, question_id, author_id, state, score, opened_at, waiting_since)
   SELECT id, id, question_id, user_id, state, 1, created_at, created_at FROM (${CASES})`,
  `INSERT INTO report (reference, case_id, reporter_id, reporter_key, language, category, weight, created_at)
   SELECT id, id, user_id, user_id, 'en', 'spam', 1, created_at FROM (${CASES})`,
  `INSERT INTO decision (id, case_id, action, created_at)
   SELECT id, id, 'none', created_at FROM (${CASES}) WHERE state = 'closed'`,
  `INSERT INTO notice (id, user_id, kind, case_id, decision_id, created_at)
   SELECT id, user_id, 'decision', id, id, created_at FROM (${CASES}) WHERE state = 'closed'`,
]

/**
 * Adds a site of this size to the database: people with sessions, days with posts, cases, reminders and suggestions. The
 * events of the posts are deleted, as the cron does with old ones.
 */
export async function addSite(app: App, site: SiteSize): Promise<void> {
  const { db } = app
  const { comments, people, days } = site
  const prefix = prefixOf(site)
  const nowMs = Date.now()
  const today = tokyoDay(nowMs)
  const dayStart = (back: number) => tokyoDayStart(addDays(today, -back))
  await ensurePastDays({ ...(await bindingsOf(app)), DB: db }, days)
  for (let from = 0; from < people; from += PEOPLE_AT_ONCE)
    await db
      .prepare(INSERT_PEOPLE)
      .bind(
        from,
        Math.min(people, from + PEOPLE_AT_ONCE),
        prefix,
        dayStart(days),
        Math.floor((days * DAY_MS) / people),
      )
      .run()
  const aDay = Math.floor(comments / days)
  const writers = Math.floor(aDay / POSTS_OF_A_WRITER)
  const daysAtOnce = Math.max(1, Math.floor(COMMENTS_AT_ONCE / aDay))
  for (let back = days; back >= 0; back -= daysAtOnce) {
    const span = [dayStart(back), dayStart(Math.max(0, back - daysAtOnce + 1))]
    await db.batch([
      db.prepare(insertComments(aDay, writers, people)).bind(0, aDay, prefix, ...span),
      db.prepare('DELETE FROM comment_event'),
    ])
  }
  for (const sql of [INSERT_SESSIONS, INSERT_REMINDERS, INSERT_SUGGESTIONS])
    await db.prepare(sql).bind(prefix, nowMs).run()
  for (const sql of INSERT_CASES) await db.prepare(sql).bind(prefix).run()
}

/**
 * A person by their place among all: 0 has posted three times on each day of the site, those after a half on a few
 * days of a thousand.
 */
export async function personAt(app: App, site: SiteSize, place: number) {
  const userId = personId(prefixOf(site), Math.floor(place * site.people))
  const sessionId = await app.db
    .prepare('SELECT id FROM session WHERE user_id = ?1')
    .bind(userId)
    .first<string>('id')
  return { userId, authorization: await authorizationOf(app, { userId, sessionId: sessionId! }) }
}
