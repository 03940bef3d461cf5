import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

interface Own {
  vars?: Record<string, unknown>
  routes?: unknown[]
  env?: Record<string, Own>
}

/** What a deployment sets above `wrangler.toml` beside it. Git ignores it, so that `git pull` upgrades. */
export const ownFile = (config: string): string => join(dirname(config), 'deployment.json')

export const readOwn = (config: string): Own =>
  existsSync(ownFile(config)) ? (JSON.parse(readFileSync(ownFile(config), 'utf8')) as Own) : {}

/** What a deployment sets besides variables and routes: bindings. */
export const ownBindings = (config: string): object =>
  Object.fromEntries(
    Object.entries(readOwn(config)).filter(([name]) => !/^(?:vars|routes|env)$/.test(name)),
  )

const merged = ({ env = {}, ...base }: Own, { env: ownEnv = {}, ...own }: Own): Own => ({
  ...base,
  ...own,
  vars: { ...base.vars, ...own.vars },
  env: {
    ...env,
    ...Object.fromEntries(
      Object.entries(ownEnv).map(([name, one]) => [name, merged(env[name] ?? {}, one)]),
    ),
  },
})

/** Reads both as Wrangler does. Lazy: Wrangler takes a second to load, and a release has none. */
export function readWranglerToml(config: string) {
  const { experimental_readRawConfig } = createRequire(import.meta.url)(
    'wrangler',
  ) as typeof import('wrangler')
  const { rawConfig } = experimental_readRawConfig({ config })
  return merged(rawConfig as Own, readOwn(config)) as typeof rawConfig
}
