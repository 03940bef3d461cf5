import { serviceBases } from './bases.ts'
import type { Call } from './call.ts'
import { accountCalls } from './calls/account.ts'
import { authCalls } from './calls/auth.ts'
import { commentCalls } from './calls/comment.ts'
import { gatewayCalls } from './calls/gateway.ts'
import { moderationCalls } from './calls/moderation.ts'
import { questionCalls } from './calls/question.ts'
import { userCalls } from './calls/user.ts'
import { importCalls } from './calls/operator-import.ts'
import { glanceCalls } from './calls/operator-glance.ts'
import { peopleCalls } from './calls/operator-people.ts'
import { announcementCalls } from './calls/operator-announcements.ts'
import { questionDeskCalls } from './calls/operator-questions.ts'

export const operatorCalls = {
  ...questionDeskCalls,
  ...importCalls,
  ...glanceCalls,
  ...peopleCalls,
  ...announcementCalls,
} as const

const contract = {
  question: questionCalls,
  auth: authCalls,
  comment: commentCalls,
  user: userCalls,
  account: accountCalls,
  moderation: moderationCalls,
  operator: operatorCalls,
  gateway: gatewayCalls,
} as const
export type Contract = typeof contract

export type Calls = typeof questionCalls &
  typeof authCalls &
  typeof commentCalls &
  typeof userCalls &
  typeof accountCalls &
  typeof moderationCalls &
  typeof operatorCalls &
  typeof gatewayCalls

export const calls: readonly Call[] = Object.values(contract).flatMap((some) =>
  Object.values<Call>(some),
)

type LimitsOf<Calls> = {
  [Id in keyof Calls]: Calls[Id] extends { limits: infer Limits } ? keyof Limits & string : never
}[keyof Calls]
type CallLimits = { [Service in keyof Contract]: LimitsOf<Contract[Service]> }[keyof Contract]

export const callLimits = Object.fromEntries(
  calls.flatMap(({ limits = {} }) => Object.entries(limits).map(([name, { max }]) => [name, max])),
) as Record<CallLimits, number>

/** Path from the origin, without a trailing slash. */
export function fullPath({ service, path }: Pick<Call, 'service' | 'path'>): string {
  return (service === 'gateway' ? '' : serviceBases[service]) + path.replace(/\/$/, '')
}

/** The only call with a path parameter. */
const PICTURE = /^\/picture\/[\w-]{1,64}$/

const byLine = new Map(calls.map((call) => [`${call.method} ${fullPath(call)}`, call]))

/** @param pathname from the origin */
export function findCall(method: string, pathname: string): Call | undefined {
  const path = PICTURE.test(pathname) ? gatewayCalls.readPicture.path : pathname.replace(/\/$/, '')
  return byLine.get(`${method === 'HEAD' ? 'GET' : method} ${path}`)
}
