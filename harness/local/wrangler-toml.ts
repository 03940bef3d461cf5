import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** What a deployment sets, over `wrangler.toml` beside it. Git ignores it, so that `git pull` upgrades. */
export const deploymentToml = (config: string): string => join(dirname(config), 'deployment.toml')

type Table = Record<string, unknown>
const isTable = (value: unknown): value is Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const merged = (base: Table, own: Table): Table => ({
  ...base,
  ...Object.fromEntries(
    Object.entries(own).map(([name, value]) => {
      const below = base[name]
      return [name, isTable(value) && isTable(below) ? merged(below, value) : value]
    }),
  ),
})

/** Reads a file as Wrangler does; empty without one. Lazy: Wrangler takes a second to load, and a release has none. */
export function readToml(config: string) {
  const { experimental_readRawConfig } = createRequire(import.meta.url)(
    'wrangler',
  ) as typeof import('wrangler')
  return existsSync(config) ? experimental_readRawConfig({ config }).rawConfig : {}
}

/** `wrangler.toml` with what `deployment.toml` sets. */
export const readWranglerToml = (config: string): ReturnType<typeof readToml> =>
  merged(readToml(config), readToml(deploymentToml(config)))
