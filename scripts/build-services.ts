import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { unstable_readConfig } from 'wrangler'
import { sourcesDigest } from './build.ts'
import { inProject, output, stopWith } from './run.ts'

/** Wrangler's configuration of the services worker. */
export const servicesConfig = 'wrangler.services.toml'

const folder = 'dist/services'
const stamp = inProject(folder, '.sources')

/** Makes `dist/services`, the services worker alone, unless it was made from exactly these sources. */
export async function buildServices(): Promise<void> {
  const digest = sourcesDigest()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return
  const args = ['deploy', '--dry-run', '--config', servicesConfig, '--outdir', folder]
  await output('wrangler', args).catch((error: Error) => stopWith(error.message))
  const config = unstable_readConfig({ config: inProject(servicesConfig) }, { hideWarnings: true })
  writeFileSync(inProject(folder, 'wrangler.json'), JSON.stringify(config))
  writeFileSync(stamp, digest)
}
