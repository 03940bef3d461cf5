import { inProject } from '../../harness/local/run.ts'
import { readWranglerToml } from '../../harness/local/wrangler-toml.ts'

const file = inProject('wrangler.toml')

/** Production's resource name in another environment: `ichimon-staging-pictures`. */
export const nameIn = (environment: string | undefined, name: string): string =>
  environment ? name.replace(/^[^-]+/, `$&-${environment}`) : name

export const isEnvironmentName = (name: string): boolean => /^[a-z][a-z0-9-]{0,19}$/.test(name)

/** Database of an environment: the one in its own table, such as a restored one, or production's renamed. */
export function databaseNameOf(environment: string | undefined, config = file): string {
  const rawConfig = readWranglerToml(config)
  const nameOf = (databases: { binding?: string; database_name?: string }[] | undefined) =>
    databases?.find((database) => database.binding === 'DB')?.database_name
  const ownName = environment && nameOf(rawConfig.env?.[environment]?.d1_databases)
  return ownName || nameIn(environment, nameOf(rawConfig.d1_databases) ?? '')
}
