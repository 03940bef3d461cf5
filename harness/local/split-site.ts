import { serviceNames } from '../../src/contract/bases.ts'
import { entrypointOf } from './together.ts'

/** The part of Wrangler's generated configuration that a deployment reads. */
export interface SiteConfig {
  name: string
  vars: Record<string, unknown>
  send_email?: { name: string }[]
  ai?: { binding: string }
  services?: { binding: string; service: string; entrypoint?: string }[]
  d1_databases: { binding: string; database_name: string; database_id?: string }[]
  r2_buckets: { binding: string; bucket_name: string }[]
  durable_objects: { bindings: object[] }
  routes?: unknown[]
  secrets?: { required: string[] }
}

/**
 * The site without the rooms, which are the services worker's. It keeps the database for the vitals and
 * the bucket for the cards that it draws, which are its own, and leaves the services' scheduled jobs to them.
 */
export function splitSite(site: SiteConfig, services: SiteConfig): SiteConfig {
  return {
    ...site,
    services: serviceNames.map((name) => ({
      binding: `${name.toUpperCase()}_SERVICE`,
      service: services.name,
      entrypoint: entrypointOf(name),
    })),
    durable_objects: { bindings: [] },
  }
}

/**
 * The services worker with the site's variables, mail, translator, database and bucket: a site and services over two databases
 * would be two sites. Where services are is the site's business.
 */
export function servicesOf(site: SiteConfig, services: SiteConfig): SiteConfig {
  const vars = Object.entries({ ...site.vars, ...services.vars })
  return {
    ...services,
    vars: Object.fromEntries(vars.filter(([name]) => !name.endsWith('_SERVICE_URL'))),
    send_email: services.send_email?.length ? services.send_email : (site.send_email ?? []),
    ...(site.ai && { ai: site.ai }),
    d1_databases: site.d1_databases,
    r2_buckets: site.r2_buckets,
  }
}
