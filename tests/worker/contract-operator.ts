import type { Role } from '../../src/domain/moderation.ts'
import { personWithRole } from '../../harness/steps/moderation-calls.ts'
import type { State, World } from './contract-person.ts'

/** Somebody with this role, and nothing else. */
const as =
  (role: Role) =>
  async ({ app }: World): Promise<State> => {
    const { authorization } = await personWithRole(app, role)
    return { values: { accessToken: authorization.replace('Bearer ', '') } }
  }

/** What the calls of the operator's desk need to have happened before. */
export const operatorPreparations: Record<string, (world: World) => Promise<State>> = {
  readCalendar: as('editor'),
}
