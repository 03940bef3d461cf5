import { createRequire } from 'node:module'

/** Reads a configuration as Wrangler does. Lazy: Wrangler takes a second to load, and a release has none. */
export function readWranglerToml(config: string) {
  const { experimental_readRawConfig } = createRequire(import.meta.url)(
    'wrangler',
  ) as typeof import('wrangler')
  return experimental_readRawConfig({ config }).rawConfig
}
