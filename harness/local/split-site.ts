import { serviceNames } from '../../src/contract/bases.ts'
import { stopWith } from './run.ts'
import { entrypointOf } from './together.ts'

/** The part of Wrangler's generated configuration that a deployment reads. */
export interface SiteConfig {
  name: string
  vars: Record<string, unknown>
  send_email?: { name: string }[]
  services?: { binding: string; service: string; entrypoint?: string }[]
  d1_databases: { binding: string; database_id: string }[]
  r2_buckets: { binding: string; bucket_name: string }[]
  durable_objects: { bindings: object[] }
}

export const SPLIT_CONFIG = 'dist/server/wrangler.split.json'

/**
 * The site without the rooms, which are the services worker's. It keeps the database for the performance reports and
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

/** Two files name the database and the bucket; a site and services over two of them would be two sites. */
export function refuseTwoDatabases(site: SiteConfig, services: SiteConfig): void {
  const stores = ({ d1_databases, r2_buckets }: SiteConfig) =>
    [d1_databases[0]?.database_id, r2_buckets[0]?.bucket_name].join(' ')
  if (stores(site) !== stores(services)) {
    stopWith('wrangler.toml and wrangler.services.toml must name the same database and bucket.')
  }
}
