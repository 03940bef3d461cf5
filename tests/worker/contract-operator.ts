import type { Role } from '../../src/domain/moderation.ts'
import { addDays, tokyoDay } from '../../src/domain/question-day.ts'
import { layOut, placePool, schedule } from '../../harness/steps/desk-calls.ts'
import { personWithRole } from '../../harness/steps/moderation-calls.ts'
import { person, type State, type World } from './contract-person.ts'

/** Days to come that no other example takes. */
let days = 100
const nextFreeDay = () => addDays(tokyoDay(Date.now()), days++)

/** Somebody with this role, and nothing else. */
const as =
  (role: Role) =>
  async ({ app }: World) => {
    const person = await personWithRole(app, role)
    const accessToken = person.authorization.replace('Bearer ', '')
    return { person, values: { accessToken } }
  }

/** Somebody with this role, and another person on whom they act. */
const asOver =
  (role: Role) =>
  async (world: World): Promise<State> => {
    const other = await person(world)
    const { values } = await as(role)(world)
    return { ...other, values: { ...other.values, ...values } }
  }
/** An editor, and a question that waits in the pool. */
async function withPool(world: World) {
  const { person, values } = await as('editor')(world)
  const freeDay = nextFreeDay()
  const poolId = `pool-${freeDay}`
  await placePool(world.app, { poolId, texts: { ja: `${poolId}？`, en: `${poolId}?` } })
  return { person, values: { ...values, poolId, freeDay, otherFreeDay: nextFreeDay() } }
}

/** An editor with one row laid out. */
async function withImport(world: World) {
  const { person, values } = await as('editor')(world)
  return { values: { ...values, importId: await layOut(world.app, person) } }
}

/** What the calls of the operator's desk need to have happened before. */
export const operatorPreparations: Record<string, (world: World) => Promise<State>> = {
  readCalendar: as('editor'),
  readGlance: as('operator'),
  findPerson: asOver('moderator'),
  changePerson: asOver('moderator'),
  deletePerson: asOver('operator'),
  checkPictures: as('operator'),
  scheduleDay: withPool,
  async moveDay(world) {
    const { person, values } = await withPool(world)
    const questionId = await schedule(world.app, person, values.freeDay, values.poolId)
    return { values: { ...values, questionId } }
  },
  listPool: withPool,
  readPoolQuestion: withPool,
  addQuestion: withPool,
  editQuestion: withPool,
  retireQuestion: withPool,
  listTopics: as('editor'),
  addImportRows: as('editor'),
  checkImport: withImport,
  takeImport: withImport,
  exportQuestions: withPool,
}
