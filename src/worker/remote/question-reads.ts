import { questionCalls } from '../../contract/calls/question.ts'
import { config } from '../config/config.ts'
import type { Input, Read } from '../http/create-service.ts'
import { asError, caughtErrorResponse } from '../http/service.ts'
import { currentRequestId } from '../logging/log.ts'
import { questionReads } from '../services/question/routes.ts'
import type { Lifetime } from '../http/lifetime.ts'
import { locateService } from './locate-services.ts'

type Calls = typeof questionCalls
export type ReadName = keyof typeof questionReads
/** A parsed query. */
export type QueryOf<Id extends ReadName> = Input<Calls[Id]>
type Found<Id extends ReadName> = Awaited<ReturnType<Read<Calls[Id]>>>

const embedded: { [Id in ReadName]: Read<Calls[Id]> } = questionReads

/**
 * A read of the question service for this worker's own pages: an embedded service is called as a function, a remote one
 * by a request.
 * @param input each value's text is its spelling in a query
 * @returns the results, or the response that the service has for an error
 */
export async function readQuestions<Id extends ReadName>(
  env: Env,
  lifetime: Lifetime,
  id: Id,
  input: QueryOf<Id>,
): Promise<Found<Id> | Response> {
  if (config(env).services.question.kind === 'embedded') {
    try {
      return await embedded[id]({ env }, input)
    } catch (thrown) {
      return caughtErrorResponse(asError(thrown), { env })
    }
  }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input))
    if (value !== undefined) query.set(name, String(value))
  const request = new Request(`http://question${questionCalls[id].path}?${query}`)
  const requestId = currentRequestId()
  if (requestId) request.headers.set('X-Request-Id', requestId)
  const response = await locateService('question', env, lifetime).fetch(request)
  return response.ok ? (await response.json<{ results: Found<Id> }>()).results : response
}
