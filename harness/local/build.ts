import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { inProject, output, root, run, stopWith } from './run.ts'

const sources = [
  'src/**/*',
  'locales/**/*',
  'public/**/*',
  'astro.config.mjs',
  'scripts/card-glyphs.ts',
  'wrangler.toml',
  'wrangler.services.toml',
  'tsconfig.json',
  'package-lock.json',
]
const entry = inProject('dist/server/entry.mjs')
const stamp = inProject('dist/server/.sources')

/** A digest of every file that the build reads. */
export function sourcesDigest(): string {
  const hash = createHash('sha256').update(process.env['SERVICE_WORKER'] ?? '')
  const files = sources.flatMap((pattern) => globSync(pattern, { cwd: root })).sort()
  for (const file of files) {
    if (!statSync(inProject(file)).isFile()) continue
    hash
      .update(`${file}\0`)
      .update(readFileSync(inProject(file)))
      .update('\0')
  }
  return hash.digest('hex')
}

/** A stamp older than the entry belongs to an earlier build. */
function isBuilt(digest: string): boolean {
  if (!existsSync(entry) || !existsSync(stamp)) return false
  if (statSync(stamp).mtimeMs < statSync(entry).mtimeMs) return false
  return readFileSync(stamp, 'utf8') === digest
}

/** The test runner sets another, and would get React's development build. */
const env = { ...process.env, NODE_ENV: 'production' }

/** Makes `dist/`, unless it was made from exactly these sources. */
export async function build({ force = false, quiet = true } = {}): Promise<void> {
  const digest = sourcesDigest()
  if (!force && isBuilt(digest)) return
  if (quiet) {
    console.log('Building…')
    await output('astro', ['build'], { env }).catch((error: Error) => stopWith(error.message))
  } else if ((await run('astro', ['build'], { env })) !== 0) {
    process.exit(1)
  }
  writeFileSync(stamp, digest)
}

if (import.meta.main) await build({ force: true, quiet: false })
