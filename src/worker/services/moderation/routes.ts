import { moderationCalls } from '../../../contract/calls/moderation.ts'
import { createService } from '../../http/create-service.ts'
import { ServiceError } from '../../http/service.ts'
import { readOwnRole } from './own-role.ts'

const pending = () => {
  throw new ServiceError('nameNotFound')
}

/** Moderation (`docs/decisions/0015-moderation.md`). */
export const moderationService = createService(moderationCalls, {
  reportComment: pending,
  reportAsGuest: pending,
  confirmGuestReport: pending,
  requestRemoval: pending,
  confirmRequest: pending,
  replyToInquiry: pending,
  listNotices: pending,
  markNoticesRead: pending,
  appeal: pending,
  listMutes: pending,
  mute: pending,
  unmute: pending,
  listCases: pending,
  readCase: pending,
  decideCase: pending,
  decideAppeal: pending,
  inquire: pending,
  readOwnRole,
})
