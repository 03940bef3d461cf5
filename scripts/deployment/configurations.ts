import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { buildServices } from '../../harness/local/build-services.ts'
import { sourcesDigest } from '../../harness/local/build.ts'
import { inProject, root } from '../../harness/local/run.ts'
import { servicesOf, splitSite, type SiteConfig } from '../../harness/local/split-site.ts'
import type { Bindings } from '../../src/worker/config/variable-types.ts'
import { databaseNameOf, nameIn } from './names.ts'

/** A worker as it is published: Wrangler's configuration in a file, relative to the project. */
export interface Worker {
  file: string
  config: SiteConfig
}

/** The workers that a deployment publishes, in this order. */
export interface Deployment {
  services?: Worker
  site: Worker
}

/**
 * The built worker as an environment has it. Another than production has a worker, a database and a bucket of its own,
 * named after it, and none of production's routes.
 * @param databaseName of `DB` where it is not named so, as a restored one
 */
export function inEnvironment(
  built: SiteConfig,
  environment: string | undefined,
  vars: Record<string, unknown>,
  routes: unknown[],
  databaseName?: string,
): SiteConfig {
  const named = (name: string) => nameIn(environment, name)
  const ownDatabase = ({ database_id, ...database }: SiteConfig['d1_databases'][number]) => ({
    ...database,
    // The id in the file, if there is one, is production's.
    ...(!environment && database_id && { database_id }),
    database_name: (database.binding === 'DB' && databaseName) || named(database.database_name),
  })
  return {
    ...built,
    name: named(built.name),
    vars,
    d1_databases: built.d1_databases.map(ownDatabase),
    r2_buckets: built.r2_buckets.map((bucket) => ({
      ...bucket,
      bucket_name: named(bucket.bucket_name),
    })),
    routes,
    secrets: { required: ['SECRET'] },
  }
}

/** Writes the configurations of a deployment beside the built workers, whose paths they have. */
export async function prepareDeployment(
  environment: string | undefined,
  vars: Record<string, unknown>,
  routes: unknown[],
  isSplit: boolean,
): Promise<Deployment> {
  const built: SiteConfig = JSON.parse(readFileSync(inProject('dist/server/wrangler.json'), 'utf8'))
  const site = inEnvironment(built, environment, vars, routes, databaseNameOf(environment))
  if (!isSplit) return { site: written('dist/server/wrangler.deploy.json', site) }
  const builtServices = await buildServices()
  const services: SiteConfig = {
    ...servicesOf(site, builtServices),
    name: inEnvironment(builtServices, environment, {}, []).name,
    secrets: { required: ['SECRET'] },
  }
  return {
    services: written('dist/services/wrangler.deploy.json', services),
    site: written('dist/server/wrangler.deploy.json', splitSite(site, services)),
  }
}

function written(file: string, config: SiteConfig): Worker {
  mkdirSync(dirname(inProject(file)), { recursive: true })
  writeFileSync(inProject(file), JSON.stringify(config))
  return { file, config }
}

/**
 * The tag of a published version: a digest of all that decides what is published and imported, short enough for
 * Cloudflare's 25 characters.
 */
export function tagOf({ services, site }: Deployment): string {
  const hash = createHash('sha256').update(sourcesDigest())
  // Some of Wrangler's values are paths on this machine.
  for (const worker of [services, site])
    hash.update(JSON.stringify(worker?.config ?? null).replaceAll(root, ''))
  for (const file of globSync('{questions,migrations}/**/*.{json,sql}', {
    cwd: inProject(),
  }).sort())
    hash.update(file).update(readFileSync(inProject(file)))
  return hash.digest('hex').slice(0, 24)
}

/** Bindings and variables of a worker, as far as they can be known before it is published. */
export function boundBy({ vars, send_email, ai, services }: SiteConfig): Bindings {
  const names = (send_email ?? []).map(({ name }) => name)
  const bound = [...(services ?? []), ...(ai ? [ai] : [])].map(({ binding }) => binding)
  return { ...vars, ...Object.fromEntries([...names, ...bound].map((name) => [name, true])) }
}
