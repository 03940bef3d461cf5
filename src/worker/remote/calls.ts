import type { z } from '@hono/zod-openapi'
import { PICTURE_BODY_LIMIT } from '../../contract/picture-limits.ts'
import type { ServiceName } from '../../contract/bases.ts'
import { shapes } from './shapes.ts'

/** What the gateway knows of one call of the contract when it makes it of a service elsewhere. */
export interface RemoteCall {
  /** As the contract spells it, below the service's base. */
  path: string
  /** The shape of `results` of a 200, a mere 202 or 205, a file, or a WebSocket. */
  answer: z.ZodType | 202 | 205 | 'journal' | 'picture' | 'socket'
  /** Changes nothing, so that it may be asked twice. */
  isRead?: true
  takesBody?: true
  /** Bytes, where it is more than the ordinary. */
  bodyLimit?: number
  /** Carries the device headers. */
  isSignIn?: true
  /** Carries the cookie that an ID token was made for. */
  isSocial?: true
  /** Fields of the body that a remote takes as the query of a GET (`contract.md` Auth service). */
  asQuery?: readonly string[]
}

const read = (path: string, answer: RemoteCall['answer']): RemoteCall => ({
  path,
  answer,
  isRead: true,
})
const send = (path: string, answer: RemoteCall['answer'], more: Partial<RemoteCall> = {}) => ({
  path,
  answer,
  takesBody: true as const,
  ...more,
})

const LOGIN = { isSignIn: true, asQuery: ['email', 'password'] } as const
const SOCIAL = { isSignIn: true, isSocial: true } as const

/** Every call of the contract by service, method and path without a trailing slash; there are no others. */
export const remoteCalls: Record<ServiceName, Record<string, RemoteCall>> = {
  question: {
    'GET /questionnaire': read('/questionnaire', shapes.questionnaires),
    'GET /question/comment': read('/question/comment', shapes.questions),
    'GET /question': read('/question/', shapes.questions),
    'GET /question/events': read('/question/events', shapes.events),
    'GET /question/live': { path: '/question/live', answer: 'socket' },
    'POST /question/announcement': { path: '/question/announcement', answer: 202 },
    'GET /admin/service/maintenance': read('/admin/service/maintenance', shapes.maintenance),
  },
  auth: {
    'GET /user/login': { path: '/user/login/', answer: shapes.session, isSignIn: true },
    'POST /user/login': send('/user/login/', shapes.session, LOGIN),
    'POST /user/register': send('/user/register/', shapes.registration, { isSignIn: true }),
    'POST /user/with/google': send('/user/with/google', shapes.socialSession, SOCIAL),
    'POST /user/login/with/google': send('/user/login/with/google', shapes.socialSession, SOCIAL),
    'GET /user/token': { path: '/user/token/', answer: shapes.session },
    'POST /user/token': send('/user/token/', shapes.session, { asQuery: ['token'] }),
    'POST /user/logout': { path: '/user/logout', answer: 205 },
    'GET /user/email/available': read('/user/email/available/', 202),
    'GET /user/username/available': read('/user/username/available/', 202),
    'GET /user/register/complete': { path: '/user/register/complete/', answer: 202 },
    'GET /user/password/reset': { path: '/user/password/reset/', answer: 202 },
    'GET /user/key/available': { path: '/user/key/available/', answer: 202 },
    'PUT /user/key/unlock': send('/user/key/unlock/', 202),
    'PUT /user/status/activated': send('/user/status/activated', 202),
    'PUT /user/password/reset': send('/user/password/reset/', 202),
    'GET /admin/service/maintenance': read('/admin/service/maintenance', shapes.maintenance),
  },
  comment: {
    'POST /comment': send('/comment', shapes.comments),
    'GET /comment': read('/comment', shapes.comments),
    'GET /comment/export': read('/comment/export', 'journal'),
    'DELETE /comment': send('/comment', 205),
  },
  user: {
    'GET /user/me': read('/user/me', shapes.users),
    'PUT /user/username': send('/user/username', 202),
    'PUT /user/password': send('/user/password', 202),
    'GET /user/email/confirm': { path: '/user/email/confirm/', answer: 202 },
    'PUT /user/email/confirm': send('/user/email/confirm/', 202),
    'PUT /user/gender': send('/user/gender', 202),
    'PUT /user/birthyear': send('/user/birthyear', 202),
    'PUT /user/picture': send('/user/picture', 202, { bodyLimit: PICTURE_BODY_LIMIT }),
  },
  account: {
    'GET /user/account/delete': { path: '/user/account/delete', answer: 202 },
    'DELETE /user': send('/user/', 205),
  },
}

const PICTURE = /^\/picture\/[A-Za-z0-9_-]{1,64}$/

/** The call that a request makes; `undefined` for what is not in the contract. */
export function remoteCall(
  service: ServiceName,
  method: string,
  pathname: string,
): RemoteCall | undefined {
  const asked = method === 'HEAD' ? 'GET' : method
  const path = pathname.replace(/\/$/, '')
  if (service === 'user' && asked === 'GET' && PICTURE.test(path)) return read(path, 'picture')
  const calls = remoteCalls[service]
  return Object.hasOwn(calls, `${asked} ${path}`) ? calls[`${asked} ${path}`] : undefined
}
