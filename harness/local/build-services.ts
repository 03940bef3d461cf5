import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { unstable_readConfig } from 'wrangler'
import { sourcesDigest } from './build.ts'
import { inProject, output, stopWith } from './run.ts'
import type { SiteConfig } from './split-site.ts'

/** Wrangler's configuration of the services worker. */
const servicesConfig = 'wrangler.services.toml'

const folder = 'dist/services'
const stamp = inProject(folder, '.sources')

/**
 * Makes `dist/services`, the services worker alone, unless it was made from exactly these sources.
 * @returns its configuration
 */
export async function buildServices(): Promise<SiteConfig> {
  const digest = sourcesDigest()
  const built = inProject(folder, 'wrangler.json')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest)
    return JSON.parse(readFileSync(built, 'utf8'))
  const args = ['deploy', '--dry-run', '--config', servicesConfig, '--outdir', folder]
  await output('wrangler', args).catch((error: Error) => stopWith(error.message))
  const config = unstable_readConfig({ config: inProject(servicesConfig) }, { hideWarnings: true })
  // Wrangler warns of a configuration with the empty `unsafe` that it has filled in itself.
  const text = JSON.stringify({ ...config, unsafe: undefined })
  writeFileSync(built, text)
  writeFileSync(stamp, digest)
  return JSON.parse(text)
}
