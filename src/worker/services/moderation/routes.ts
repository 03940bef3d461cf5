import { moderationCalls } from '../../../contract/calls/moderation.ts'
import { type Role, roles } from '../../../domain/moderation.ts'
import { createService, type Handler } from '../../http/create-service.ts'
import * as appeal from './appeal.ts'
import * as caseDetail from './case-detail.ts'
import * as cases from './cases.ts'
import * as decideAppeal from './decide-appeal.ts'
import * as decideCase from './decide-case.ts'
import * as inquiry from './inquiry.ts'
import * as mute from './mute.ts'
import * as notices from './notices.ts'
import * as reports from './reports.ts'
import * as requestRemoval from './request-removal.ts'

const ROLES = 'SELECT role FROM user_role WHERE user_id = ?1'

const readOwnRole: Handler<'readOwnRole'> = async (c) => {
  const { results } = await c.env.DB.prepare(ROLES)
    .bind(c.var.person.userId)
    .all<{ role: string }>()
  const own = results.map(({ role }) => role)
  return own.filter((role): role is Role => roles.includes(role as Role)).toSorted()
}

/** `docs/decisions/0015-moderation.md` */
export const moderationService = createService(moderationCalls, {
  ...appeal,
  ...caseDetail,
  ...cases,
  ...decideAppeal,
  ...decideCase,
  ...inquiry,
  ...mute,
  ...notices,
  ...reports,
  ...requestRemoval,
  readOwnRole,
})
