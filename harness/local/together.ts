import type { V4WorkerOptions } from 'miniflare'
import { serviceBases, serviceNames, type ServiceName } from '../../src/contract/bases.ts'
import type { BuiltWorker } from './built-worker.ts'

/** The entrypoint of the services worker that a binding of this service leads to. */
export const entrypointOf = (name: ServiceName): string =>
  `${name[0]!.toUpperCase()}${name.slice(1)}Service`

/** The site and the services worker side by side over one database and one bucket. */
interface Together {
  site: V4WorkerOptions
  services: V4WorkerOptions
  /** Variables that lead the site to the services. */
  addresses: Record<string, string>
  /** The services worker runs all services, so that the site holds no data but its own: vitals and cards. */
  hasAll: boolean
}

/** @param port of the services worker on loopback, where the site calls it by address */
export function together(
  site: BuiltWorker,
  services: BuiltWorker,
  remoteServices: readonly ServiceName[],
  port: number,
  isBound = false,
): Together {
  const hasAll = remoteServices.length === serviceNames.length
  const { d1Databases, r2Buckets } = site.worker
  const variable = (name: ServiceName) => `${name.toUpperCase()}_SERVICE`
  return {
    site: {
      ...site.worker,
      ...(hasAll && { durableObjects: {} }),
      ...(isBound && {
        serviceBindings: Object.fromEntries(
          remoteServices.map((name) => [
            variable(name),
            { name: services.config.name, entrypoint: entrypointOf(name) },
          ]),
        ),
      }),
    },
    services: {
      ...services.worker,
      // One database and bucket, whatever the two files name.
      d1Databases,
      r2Buckets,
      unsafeDirectSockets: [{ host: '127.0.0.1', port }],
    } as V4WorkerOptions,
    addresses: isBound
      ? {}
      : Object.fromEntries(
          remoteServices.map((name) => [
            `${variable(name)}_URL`,
            `http://127.0.0.1:${port}${serviceBases[name]}`,
          ]),
        ),
    hasAll,
  }
}
