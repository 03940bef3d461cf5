import { config } from '../config/config.ts'
import { errorResponse, type Service } from '../http/service.ts'
import type { ServiceName } from '../../contract/bases.ts'
import { embeddedServices } from '../services/embedded.ts'
import { remoteService } from './remote-service.ts'
import type { Lifetime } from '../http/lifetime.ts'

/** A service of this deployment behind the one interface that the gateway, the pages and the tests know. */
export const locateService = (name: ServiceName, env: Env, lifetime: Lifetime): Service =>
  timed(name, serviceOf(name, env, lifetime))

function serviceOf(name: ServiceName, env: Env, lifetime: Lifetime): Service {
  const location = config(env).services[name]
  if (location.kind === 'embedded') {
    return {
      fetch: (request) => embeddedServices[name].fetch(request, env, lifetime as ExecutionContext),
    }
  }
  // Only this service fails.
  if (location.kind === 'misconfigured')
    return { fetch: () => errorResponse('databaseConnectionFailed') }
  return remoteService(name, location, env)
}

/** Says in `Server-Timing` how long the service took, wherever it is. */
function timed(name: ServiceName, service: Service): Service {
  return {
    async fetch(request) {
      const startedAt = Date.now()
      const response = await service.fetch(request)
      if (response.status !== 101)
        response.headers.set('Server-Timing', `${name};dur=${Date.now() - startedAt}`)
      return response
    },
  }
}
