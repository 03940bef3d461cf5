import { moderationCalls } from '../../../contract/calls/moderation.ts'
import { type Role, roles } from '../../../domain/moderation.ts'
import { createService, type Handler } from '../../http/create-service.ts'
import { appeal } from './appeal.ts'
import { readCase } from './case-detail.ts'
import { listCases } from './cases.ts'
import { decideAppeal } from './decide-appeal.ts'
import { decideCase } from './decide-case.ts'
import { inquire, replyToInquiry } from './inquiry.ts'
import { listMutes, mute, unmute } from './mute.ts'
import { listNotices, markNoticesRead } from './notices.ts'
import { confirmGuestReport, reportAsGuest, reportComment } from './reports.ts'
import { confirmRequest, requestRemoval } from './request-removal.ts'

const ROLES = 'SELECT role FROM user_role WHERE user_id = ?1'

const readOwnRole: Handler<typeof moderationCalls.readOwnRole> = async (c) => {
  const { results } = await c.env.DB.prepare(ROLES)
    .bind(c.var.person.userId)
    .all<{ role: string }>()
  const own = results.map(({ role }) => role)
  return own.filter((role): role is Role => roles.includes(role as Role)).toSorted()
}

/** `docs/decisions/0015-moderation.md` */
export const moderationService = createService(moderationCalls, {
  reportComment,
  reportAsGuest,
  confirmGuestReport,
  requestRemoval,
  confirmRequest,
  replyToInquiry,
  listNotices,
  markNoticesRead,
  appeal,
  listMutes,
  mute,
  unmute,
  listCases,
  readCase,
  decideCase,
  decideAppeal,
  inquire,
  readOwnRole,
})
