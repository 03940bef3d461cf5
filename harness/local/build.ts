import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { languages } from '../../src/domain/language.ts'
import { readArguments } from './read-arguments.ts'
import { inProject, output, root, run, stopWith } from './run.ts'
import { deploymentBindings, readDeployment, readWranglerToml } from './wrangler-toml.ts'

const sources = `
  src/**/* locales/**/* public/**/* astro.config.mjs scripts/build/* wrangler.toml tsconfig.json
  package-lock.json`
  .trim()
  .split(/\s+/)
const wranglerToml = inProject('wrangler.toml')
const builtConfig = inProject('dist/server/wrangler.json')
const entry = inProject('dist/server/entry.mjs')
const stamp = inProject('dist/server/.sources')

/** A configuration without deployment-only parts (routes, environments) and without what `copySettings` updates. */
function withoutSettings(toml: string): string {
  const tables = toml.replace(/^routes = .*\n/m, '').split(/^(?=\[)/m)
  return tables.filter((table) => !/^\[\[?(?:vars|d1_databases|env\.[^\]]+)\]/.test(table)).join('')
}

function sourcesDigest(): string {
  const hash = createHash('sha256').update(process.env['SERVICE_WORKER'] ?? '')
  const files = sources.flatMap((pattern) => globSync(pattern, { cwd: root })).sort()
  for (const file of files) {
    if (!statSync(inProject(file)).isFile()) continue
    const bytes = readFileSync(inProject(file))
    hash
      .update(`${file}\0`)
      .update(file === 'wrangler.toml' ? withoutSettings(bytes.toString()) : bytes)
      .update('\0')
  }
  hash.update(JSON.stringify(deploymentBindings(wranglerToml)))
  return hash.digest('hex')
}

/** A stamp older than the entry is from an earlier build. */
function isBuilt(digest: string): boolean {
  if (!existsSync(entry) || !existsSync(stamp)) return false
  if (statSync(stamp).mtimeMs < statSync(entry).mtimeMs) return false
  return readFileSync(stamp, 'utf8') === digest
}

/** Copies variables and databases from `wrangler.toml`, and all that `deployment.json` sets, into the build. */
function copySettings() {
  const deployment = JSON.stringify(readDeployment(wranglerToml))
  const toml = readFileSync(wranglerToml)
  const digest = createHash('sha256').update(toml).update(deployment).digest('hex')
  const copied = inProject('dist/server/.settings')
  if (existsSync(copied) && readFileSync(copied, 'utf8') === digest) return
  const { vars = {}, d1_databases: databases = [] } = readWranglerToml(wranglerToml)
  const d1_databases = databases.map(
    ({ migrations_dir: migrations = 'migrations', ...database }) => ({
      ...database,
      migrations_dir: relative(dirname(builtConfig), inProject(migrations)),
    }),
  )
  const built = JSON.parse(readFileSync(builtConfig, 'utf8')) as { assets: object }
  // Built pages lie among the static files.
  const run_worker_first = languages.flatMap((language) => [`/${language}`, `/${language}/*`])
  const assets = { ...built.assets, run_worker_first }
  const config = { ...built, assets, ...deploymentBindings(wranglerToml), vars, d1_databases }
  writeFileSync(builtConfig, JSON.stringify(config))
  writeFileSync(copied, digest)
}

/** Under the test runner's NODE_ENV, React would be its development build. */
const env = { ...process.env, NODE_ENV: 'production' }

export async function build({ force = false, quiet = true } = {}): Promise<void> {
  const digest = sourcesDigest()
  if (!force && isBuilt(digest)) return copySettings()
  if (quiet) {
    console.log('Building…')
    await output('astro', ['build'], { env }).catch((error: Error) => stopWith(error.message))
  } else if ((await run('astro', ['build'], { env })) !== 0) {
    process.exit(1)
  }
  writeFileSync(stamp, digest)
  copySettings()
}

if (import.meta.main) {
  readArguments('npm run build builds the site into dist, also when nothing has changed.', {})
  await build({ force: true, quiet: false })
}
