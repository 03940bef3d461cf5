import { readFileSync, writeFileSync } from 'node:fs'
import { inProject } from '../../harness/local/run.ts'
import type { Bindings } from '../../src/worker/config/variables-schema.ts'
import { databaseNameOf, nameIn } from './names.ts'

/** The part of Wrangler's generated configuration that a deployment reads. */
export interface SiteConfig {
  name: string
  vars: Record<string, unknown>
  send_email?: { name: string }[]
  ai?: { binding: string }
  d1_databases: { binding: string; database_name: string; database_id?: string }[]
  r2_buckets: { binding: string; bucket_name: string }[]
  durable_objects: { bindings: object[] }
  routes?: unknown[]
  secrets?: { required: string[] }
}

/** A worker to publish: Wrangler's configuration in a file, relative to the project. */
export interface Deployment {
  file: string
  config: SiteConfig
}

/**
 * The built worker's configuration for an environment.
 * Other environments than production have their own worker, database and bucket, named after them, and none of
 * production's routes.
 * @param databaseName of `DB`, such as a restored database
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
    // An id in the file is production's.
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

/** Writes a deployment's configuration beside the built worker, since its paths are relative. */
export function prepareDeployment(
  environment: string | undefined,
  vars: Record<string, unknown>,
  routes: unknown[],
): Deployment {
  const built: SiteConfig = JSON.parse(readFileSync(inProject('dist/server/wrangler.json'), 'utf8'))
  const config = inEnvironment(built, environment, vars, routes, databaseNameOf(environment))
  const file = 'dist/server/wrangler.deploy.json'
  writeFileSync(inProject(file), JSON.stringify(config))
  return { file, config }
}

/** Bindings and variables of a worker, as far as they are known before publishing. */
export function boundBy({ vars, send_email, ai }: SiteConfig): Bindings {
  const names = [...(send_email ?? []).map(({ name }) => name), ...(ai ? [ai.binding] : [])]
  return { ...vars, ...Object.fromEntries(names.map((name) => [name, true])) }
}
