import { DAY_MS, DAY_S, MINUTE_MS } from '../../src/domain/durations.ts'
import { createPerson, createPeople } from '../../harness/people.ts'
import { callService } from '../../harness/steps/service-calls.ts'
import { grant, personWithRole } from '../../harness/steps/moderation-calls.ts'
import { newId } from '../../src/worker/db/id.ts'
import type { Role } from '../../src/domain/moderation.ts'
import { after, person, rest, type Scene, type Stage } from './stage.ts'

/** A page of the desk, read by somebody with the role. */
export const asRole =
  (role: Role, path: string, shown: string): Scene =>
  async (stage) => {
    const someone = await person(stage)
    await grant(stage.app, { ...someone }, role)
    await someone.page.goto(path)
    await someone.page.locator(shown).first().waitFor()
    return rest(someone)
  }

/** A site with an alarm that is raised. */
async function measured({ app, now }: Stage): Promise<void> {
  await createPeople(app, 3)
  await app.db
    .prepare("INSERT OR REPLACE INTO alarm (name, since, detail) VALUES ('cronLate', ?1, '27')")
    .bind(now - 10 * MINUTE_MS)
    .run()
}

const glance: Scene = async (stage) => {
  await measured(stage)
  return asRole('operator', '/operator', '.glance-figures')(stage)
}

/** Somebody whom the people desk has found; `paused` by a colleague before. */
const found =
  (paused: boolean, role: Role = 'operator'): Scene =>
  async (stage) => {
    const { app, language, now } = stage
    const username = `suzu-${language}-${newId().slice(0, 4)}`
    const { userId } = await createPerson(app, { username })
    if (paused)
      await callService(
        app,
        'operator',
        'POST /person/change',
        await personWithRole(app, 'operator'),
        {
          userId,
          change: 'pause',
          until: Math.floor(now / 1000) + 7 * DAY_S,
          ground: {
            kind: 'terms',
            text: language === 'ja' ? '投稿のルール「宣伝」' : 'Rule: advertising',
          },
        },
      )
    const someone = await asRole(role, '/operator/people', 'input[name="name"]')(stage)
    await someone.page.locator('input[name="name"]').fill(username)
    await someone.page.locator('.people form [type="submit"]').click()
    await someone.page.locator('.person-choices').waitFor()
    return rest(someone)
  }

const choose = (open: Scene, choice: string) =>
  after(open, async (page) => {
    await page.locator(`[data-choice="${choice}"]`).click()
    await page.locator('.person-form').waitFor()
  })

/** Announcements of each state, and a maintenance window that is about to be replaced. */
const announcements: Scene = async (stage) => {
  const { app, now } = stage
  const operator = await personWithRole(app, 'operator')
  const seconds = (days: number) => Math.floor(now / 1000) + days * DAY_S
  const texts = {
    ja: '過去のお題に、前の年の答えが並ぶようになりました。',
    en: 'Past questions now show the answers of earlier years.',
  }
  for (const startsAt of [seconds(0), seconds(3)])
    await callService(app, 'operator', 'POST /announcement', operator, { texts, startsAt })
  const window = { start: seconds(1), end: seconds(1) + 7200 }
  const planned = { service: 'question', window, replaces: null } as const
  await callService(app, 'operator', 'PUT /maintenance', operator, planned)
  const someone = await asRole('operator', '/operator/announcements', '.announcements')(stage)
  const day = new Date(now + 5 * DAY_MS).toISOString().slice(0, 10)
  await someone.page.locator('input[name="start"]').fill(`${day}T02:00`)
  await someone.page.locator('input[name="end"]').fill(`${day}T18:00`)
  await someone.page.locator('form:has([name="start"]) [type="submit"]').click()
  await someone.page.locator('form [role="status"] p').first().waitFor()
  return rest(someone)
}

/** The other pages of the desk. */
export const operatorScenes: Record<string, Scene> = {
  operator: glance,
  'operator-moderator': asRole('moderator', '/operator', '.desk-entries'),
  'operator-refused': async (stage) => {
    const someone = await person(stage)
    await someone.page.goto('/operator')
    await someone.page.getByRole('alert').first().waitFor()
    return rest(someone)
  },
  'operator-announcements': after(announcements, (page) => page.evaluate(() => scrollTo(0, 0))),
  'operator-announcements-window': announcements,
  'operator-people': asRole('operator', '/operator/people', 'input[name="name"]'),
  'operator-person': found(false),
  'operator-person-paused': found(true),
  'operator-person-paused-moderator': found(true, 'moderator'),
  'operator-person-pause': choose(found(false), 'pause'),
  'operator-person-delete': choose(found(false), 'delete'),
}
