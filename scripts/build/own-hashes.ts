import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { withOwnHashes } from '../../src/worker/http/csp-hash.ts'

const META = /(?<=<meta http-equiv="content-security-policy" content=")[^"]*/

/** Embeds a cached page, so it also needs the hashes of that page's inline styles. */
const SHOWS_OTHERS = 'offline.html'

/** Limits each built page's policy to its own hashes, as `renderPage` does for rendered pages. */
export function ownHashes(): AstroIntegration {
  return {
    name: 'own-hashes',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        const folder = fileURLToPath(dir)
        for (const name of globSync('**/*.html', { cwd: folder })) {
          if (basename(name) === SHOWS_OTHERS) continue
          const file = join(folder, name)
          const html = readFileSync(file, 'utf8')
          const [policy] = META.exec(html) ?? []
          if (!policy) continue
          const ownPolicy = await withOwnHashes(policy, html)
          writeFileSync(
            file,
            html.replace(META, () => ownPolicy),
          )
        }
      },
    },
  }
}
