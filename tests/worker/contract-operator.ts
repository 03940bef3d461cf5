import { HOUR_S } from '../../src/domain/durations.ts'
import type { Role } from '../../src/domain/moderation.ts'
import { addDays, tokyoDay } from '../../src/domain/question-day.ts'
import { layOut, insertPool, insertSuggestion, schedule } from '../../harness/steps/desk-calls.ts'
import { personWithRole } from '../../harness/steps/moderation-calls.ts'
import { nextNumber, person, type State, type World } from './contract-person.ts'

let days = 100
const nextFreeDay = () => addDays(tokyoDay(Date.now()), days++)

const as =
  (role: Role) =>
  async ({ app }: World) => {
    const person = await personWithRole(app, role)
    return { person, values: { accessToken: person.accessToken } }
  }

const asOver =
  (role: Role) =>
  async (world: World): Promise<State> => {
    const other = await person(world)
    const { values } = await as(role)(world)
    return { ...other, values: { ...other.values, ...values } }
  }
async function withPool(world: World) {
  const { person, values } = await as('editor')(world)
  const freeDay = nextFreeDay()
  const poolId = `pool-${freeDay}`
  await insertPool(world.app, { poolId, texts: { ja: `${poolId}？`, en: `${poolId}?` } })
  return { person, values: { ...values, poolId, freeDay, otherFreeDay: nextFreeDay() } }
}

async function withImport(world: World) {
  const { person, values } = await as('editor')(world)
  return { values: { ...values, importId: await layOut(world.app, person) } }
}

async function withSuggestion(world: World): Promise<State> {
  const { values } = await person(world)
  const suggestionId = `suggested-${nextNumber()}`
  await insertSuggestion(world.app, { suggestionId, userId: values.userId!, text: suggestionId })
  const editor = await as('editor')(world)
  return { values: { ...editor.values, suggestionId } }
}

let announcements = 0

async function withAnnouncement(world: World) {
  const { person, values } = await as('operator')(world)
  const announcementId = `news-${++announcements}`
  const at = (Math.floor(Date.now() / 1000) - HOUR_S * announcements) * 1000
  await world.app.db.batch([
    world.app.sql`INSERT INTO announcement (id, starts_at) VALUES (${announcementId}, ${at})`,
    world.app.sql`INSERT INTO announcement_text
      VALUES (${announcementId}, 'ja', 'お知らせです。'), (${announcementId}, 'en', 'Some news.')`,
  ])
  return { person, values: { ...values, announcementId } }
}

export const operatorPreparations: Record<string, (world: World) => Promise<State>> = {
  readCalendar: as('editor'),
  readGlance: as('operator'),
  findPerson: asOver('moderator'),
  listPeople: asOver('moderator'),
  changePerson: asOver('moderator'),
  deletePerson: asOver('operator'),
  scheduleDay: withPool,
  async moveDay(world) {
    const { person, values } = await withPool(world)
    const questionId = await schedule(world.app, person, values.freeDay, values.poolId)
    return { values: { ...values, questionId } }
  },
  listPool: withPool,
  readPoolQuestion: withPool,
  async listFigures(world) {
    await world.app.todaysQuestionId()
    await world.app.sql`INSERT OR IGNORE INTO question_figures
      SELECT id, day, 0, 1, 1, 0, 5, 0, 0, 100 FROM question LIMIT 1`.run()
    return as('editor')(world)
  },
  addQuestion: withPool,
  editQuestion: withPool,
  retireQuestion: withPool,
  listSuggestions: withSuggestion,
  declineSuggestion: withSuggestion,
  listTopics: as('editor'),
  addImportRows: as('editor'),
  checkImport: withImport,
  takeImport: withImport,
  exportQuestions: withPool,
  readAnnouncement: withAnnouncement,
  listAnnouncements: withAnnouncement,
  addAnnouncement: as('operator'),
  withdrawAnnouncement: withAnnouncement,
  async listWindows(world) {
    await world.app.sql`INSERT INTO maintenance_window
      VALUES ('question', ${Date.parse('2099-01-01')}, ${Date.parse('2099-01-02')})`.run()
    return as('operator')(world)
  },
  async planWindow(world) {
    await world.app.db.exec('DELETE FROM maintenance_window')
    return as('operator')(world)
  },
}
