import type { CallResult } from '../api/result.ts'
import { send } from '../api/send.ts'
import { storedTokens } from '../api/tokens.ts'
import type { ServiceName } from '../contract/bases.ts'
import type {
  CallHeaders,
  Endpoint,
  Input,
  PublicEndpoint,
  Results,
} from '../contract/call-types.ts'

type WithSession = Exclude<ServiceName, 'auth' | 'question'>

/** Calls that anybody may make, of the services whose other calls require a person. */
const PUBLIC: { [E in { [S in WithSession]: PublicEndpoint<S> }[WithSession]]: 1 } = {
  'GET /announcement': 1,
  'POST /report/confirm': 1,
  'POST /report/guest': 1,
  'POST /request': 1,
  'POST /request/confirm': 1,
  'POST /user/reminder/end': 1,
  'PUT /user/reminder/subscription': 1,
}

/**
 * Makes a call of the contract; never throws. With a stored session, a call that requires a person carries its token,
 * and refreshes it once where it has expired. Guests never download the session code.
 * @param endpoint method and path, as the contract spells them
 * @param input the body, or the query of a GET
 */
export async function call<Service extends ServiceName, E extends Endpoint<Service>>(
  service: Service,
  endpoint: E,
  input: Input<Service, E>,
  options: { headers?: CallHeaders<Service, E> } = {},
): Promise<CallResult<Results<Service, E>>> {
  const isPublic = service === 'auth' || service === 'question' || endpoint in PUBLIC
  if (isPublic || !storedTokens()) return send(service, endpoint, input, options)
  try {
    const { sendWithSession } = await import('./session.ts')
    return await sendWithSession(service, endpoint, input, options)
  } catch {
    return { ok: false, error: 'network' }
  }
}
