import { ID } from '../../../domain/id.ts'
import type { questionCalls } from '../../../contract/calls/question.ts'
import type { Handler } from '../../http/create-service.ts'
import { MINUTE_S } from '../../../domain/durations.ts'
import { ServiceError } from '../../http/service.ts'
import { capacity } from '../../live/capacity.ts'
import { joinRoom } from '../../live/join-room.ts'
import { log } from '../../logging/log.ts'
import { questionExists } from './question-exists.ts'

/**
 * The WebSocket of a question's live comments. The gateway lets only this site's own pages open it; a reader for whom no
 * room has space asks by HTTP instead. With `after`, the number of the last event that the reader has, the events that
 * it missed come first.
 * @throws ServiceError contentNotFound without an upgrade or a question's id, dataNotFound, tooManyAttempts
 */
export const followQuestion: Handler<typeof questionCalls.followQuestion> = async (
  c,
  { questionId, after },
) => {
  const isUpgrade = c.req.header('Upgrade')?.toLowerCase() === 'websocket'
  if (!isUpgrade || !ID.test(questionId) || !/^\d{0,15}$/.test(after ?? ''))
    throw new ServiceError('contentNotFound')
  // Checked first: calling a Durable Object by a made-up id would create it.
  if (!(await questionExists(c.env, questionId))) throw new ServiceError('dataNotFound')

  const response = await joinRoom(c.env, c.req.raw, questionId, after ?? '')
  if (response.status === 101) return response
  if (response.status === 404) throw new ServiceError('dataNotFound')
  if (response.status === 503) log(c.env, 'warn', 'rooms-full', { readers: capacity(c.env).max })
  throw new ServiceError('tooManyAttempts', { retryAfter: MINUTE_S })
}
