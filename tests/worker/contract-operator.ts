import type { Role } from '../../src/domain/moderation.ts'
import { personWithRole } from '../../harness/steps/moderation-calls.ts'
import { person, type State, type World } from './contract-person.ts'

/** Somebody with this role, and nothing else. */
const as =
  (role: Role) =>
  async ({ app }: World): Promise<State> => {
    const { authorization } = await personWithRole(app, role)
    return { values: { accessToken: authorization.replace('Bearer ', '') } }
  }

/** Somebody with this role, and another person on whom they act. */
const asOver =
  (role: Role) =>
  async (world: World): Promise<State> => {
    const other = await person(world)
    const { values } = await as(role)(world)
    return { ...other, values: { ...other.values, ...values } }
  }

/** What the calls of the operator's desk need to have happened before. */
export const operatorPreparations: Record<string, (world: World) => Promise<State>> = {
  readCalendar: as('editor'),
  readGlance: as('operator'),
  findPerson: asOver('moderator'),
  changePerson: asOver('moderator'),
  deletePerson: asOver('operator'),
  checkPictures: as('operator'),
}
