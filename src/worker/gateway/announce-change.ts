import type { ServiceName } from '../../contract/bases.ts'
import { servicePlaces, type ServicePlace } from '../remote/service-locations.ts'
import { services, type Lifetime } from '../remote/services.ts'

/** Services that change comments: a post, a deletion, an account that goes. */
const changing: readonly ServiceName[] = ['comment', 'account']

/**
 * Tells the question service that comments have changed, after the answer, where the service that changed them is
 * somewhere else than the rooms. Two services in one place see to it themselves.
 */
export function announceChange(
  env: Env,
  lifetime: Lifetime,
  service: ServiceName,
  method: string,
  { ok }: Response,
): void {
  if (!ok || method === 'GET' || method === 'HEAD' || !changing.includes(service)) return
  const places = servicePlaces(env)
  if (whereabouts(places[service]) === whereabouts(places.question)) return
  const request = new Request('http://question/question/announcement', { method: 'POST' })
  lifetime.waitUntil(
    Promise.resolve(services(env, lifetime).question.fetch(request)).catch(() => undefined),
  )
}

/** The same for services that share their rooms: those embedded, those bound, those at one origin. */
function whereabouts(place: ServicePlace): string {
  return place.kind === 'remote' ? new URL(place.base).origin : place.kind
}
