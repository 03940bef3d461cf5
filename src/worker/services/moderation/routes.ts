import { moderationCalls } from '../../../contract/calls/moderation.ts'
import { createService } from '../../http/create-service.ts'
import { appeal } from './appeal.ts'
import { readCase } from './case-detail.ts'
import { decideAppeal } from './decide-appeal.ts'
import { decideCase } from './decide-case.ts'
import { confirmGuestReport, reportAsGuest } from './guest-report.ts'
import { inquire, replyToInquiry } from './inquiry.ts'
import { listCases } from './list-cases.ts'
import { listNotices, markNoticesRead } from './notices.ts'
import { readOwnRole } from './own-role.ts'
import { listMutes, mute, unmute } from './mute.ts'
import { reportComment } from './report-comment.ts'
import { confirmRequest, requestRemoval } from './request-removal.ts'

/** Moderation (`docs/decisions/0015-moderation.md`). */
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
