import { type CallResult, unreached } from '../api/result.ts'
import { send } from '../api/send.ts'
import { storedTokens } from '../api/tokens.ts'
import type { ServiceName } from '../contract/bases.ts'
import type { CallHeaders, Endpoint, Input, Results } from '../contract/call-types.ts'

/**
 * Makes a contract call; never throws. Adds the token and refreshes it once when expired. Guests
 * never download the session code.
 * @param endpoint method and path of the contract
 * @param input the body, or the query of a GET
 */
export async function call<Service extends ServiceName, E extends Endpoint<Service>>(
  service: Service,
  endpoint: E,
  input: Input<Service, E>,
  options: { headers?: CallHeaders<Service, E> } = {},
): Promise<CallResult<Results<Service, E>>> {
  if (!storedTokens()) return send(service, endpoint, input, options)
  try {
    const { sendWithSession } = await import('./session-on-demand.ts')
    return await sendWithSession(service, endpoint, input, options)
  } catch {
    return unreached
  }
}
