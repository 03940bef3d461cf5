import { configuration } from '../config/configuration.ts'
import { serviceNames, type ServiceName } from '../../contract/bases.ts'

/** Where a service is, as configuration alone decides (`contract.md` Where the services are). */
export type ServicePlace =
  | { kind: 'embedded' }
  /** `base` is an address without a trailing slash, `key` what proves this gateway to it. */
  | { kind: 'remote'; base: string; key: string | undefined }
  | { kind: 'bound'; binding: Fetcher }
  /** What its variables say makes no sense; `/healthz` and the log tell what. */
  | { kind: 'misconfigured' }

export type ServicePlaces = Readonly<Record<ServiceName, ServicePlace>>

const known = new WeakMap<object, ServicePlaces>()

/**
 * The places of all five, read once for each set of bindings: `<NAME>_SERVICE_URL` makes a service remote, a binding
 * `<NAME>_SERVICE` a worker's, neither leaves it embedded.
 */
export function servicePlaces(env: object): ServicePlaces {
  let places = known.get(env)
  if (!places) {
    const all = serviceNames.map((name) => [name, placeOf(env, name)])
    places = Object.fromEntries(all) as Record<ServiceName, ServicePlace>
    known.set(env, places)
  }
  return places
}

function placeOf(env: object, name: ServiceName): ServicePlace {
  const variable = `${name.toUpperCase()}_SERVICE`
  const { problems } = configuration(env)
  if (problems.some((problem) => problem.variable.startsWith(variable)))
    return { kind: 'misconfigured' }
  const bindings = env as Record<string, unknown>
  const address = bindings[`${variable}_URL`] as string | undefined
  const key = bindings[`${variable}_KEY`] as string | undefined
  if (address) {
    return {
      kind: 'remote',
      base: new URL(address).href.replace(/\/+$/, ''),
      key: key || undefined,
    }
  }
  const binding = bindings[variable] as Fetcher | undefined
  return binding ? { kind: 'bound', binding } : { kind: 'embedded' }
}

/** Whether an address is on this machine. */
export function isLoopback(address: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(address).hostname)
}
