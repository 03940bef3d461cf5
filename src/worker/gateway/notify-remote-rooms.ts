import type { ServiceName } from '../../contract/bases.ts'
import { config, type ServiceLocation } from '../config/config.ts'
import { locateService } from '../remote/locate-services.ts'
import type { Lifetime } from '../http/lifetime.ts'

/** Services that change comments: a post, a deletion, an account that goes, a hidden post. */
const changing: readonly ServiceName[] = ['comment', 'account', 'moderation']

/**
 * Calls the question service's `notifyRooms` after the response of a service that changed comments, where that
 * service does not share its rooms. A service that shares them calls the rooms itself.
 */
export function notifyRemoteRooms(
  env: Env,
  lifetime: Lifetime,
  service: ServiceName,
  method: string,
  { ok }: Response,
): void {
  if (!ok || method === 'GET' || method === 'HEAD' || !changing.includes(service)) return
  const locations = config(env).services
  if (storeOf(locations[service]) === storeOf(locations.question)) return
  const request = new Request('http://question/question/announcement', { method: 'POST' })
  lifetime.waitUntil(
    Promise.resolve(locateService('question', env, lifetime).fetch(request)).catch(() => undefined),
  )
}

/** Equal for services that share their rooms: all embedded ones, all bound ones, all at one origin. */
function storeOf(location: ServiceLocation): string {
  return location.kind === 'remote' ? new URL(location.base).origin : location.kind
}
