import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { stopWith } from './run.ts'

interface Deployment {
  vars?: Record<string, unknown>
  routes?: unknown[]
  env?: Record<string, Deployment>
}

/** The settings of a deployment, which override `wrangler.toml` beside it. Git ignores the file, so that `git pull` upgrades. */
export const deploymentFile = (config: string): string => join(dirname(config), 'deployment.json')

/** Stops the script with a sentence when the file is not JSON. */
export function readDeployment(config: string): Deployment {
  const file = deploymentFile(config)
  if (!existsSync(file)) return {}
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Deployment
  } catch (error) {
    return stopWith(`${file} is not valid JSON: ${(error as Error).message}`)
  }
}

/** What a deployment sets besides variables and routes: bindings. */
export const deploymentBindings = (config: string): object =>
  Object.fromEntries(
    Object.entries(readDeployment(config)).filter(([name]) => !/^(?:vars|routes|env)$/.test(name)),
  )

const mergeDeployment = (
  { env = {}, ...base }: Deployment,
  { env: changedEnv = {}, ...changed }: Deployment,
): Deployment => ({
  ...base,
  ...changed,
  vars: { ...base.vars, ...changed.vars },
  env: {
    ...env,
    ...Object.fromEntries(
      Object.entries(changedEnv).map(([name, one]) => [
        name,
        mergeDeployment(env[name] ?? {}, one),
      ]),
    ),
  },
})

/** Reads both as Wrangler does. Lazy: Wrangler takes a second to load, and a release has none. */
export function readWranglerToml(config: string) {
  const { experimental_readRawConfig } = createRequire(import.meta.url)(
    'wrangler',
  ) as typeof import('wrangler')
  const { rawConfig } = experimental_readRawConfig({ config })
  return mergeDeployment(rawConfig as Deployment, readDeployment(config)) as typeof rawConfig
}
