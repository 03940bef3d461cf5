import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { withOwnHashes } from '../../src/worker/http/csp-hash.ts'

const META = /(?<=<meta http-equiv="content-security-policy" content=")[^"]*/
const ISLAND = /<astro-island[^>]* component-url="([^"]+)"[^>]* renderer-url="([^"]+)"/
const IMPORT = /(?:from|import) ?"\.\/([^"]+)"/g

/** Embeds a cached page, so it also needs the hashes of that page's inline styles. */
const SHOWS_OTHERS = 'offline.html'

/**
 * Changes each built page: its policy has its own hashes only, as `renderPage` does for rendered pages, and its head
 * names the island's scripts, which otherwise load in three steps, each after the one before.
 */
export function builtPages(): AstroIntegration {
  return {
    name: 'built-pages',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        const folder = fileURLToPath(dir)
        for (const name of globSync('**/*.html', { cwd: folder })) {
          const file = join(folder, name)
          const html = withPreloads(readFileSync(file, 'utf8'), folder)
          const [policy] = META.exec(html) ?? []
          const isFinal = !policy || basename(name) === SHOWS_OTHERS
          const ownPolicy = isFinal ? '' : withOwnHashes(policy, html)
          writeFileSync(file, isFinal ? html : html.replace(META, () => ownPolicy))
        }
      },
    },
  }
}

function withPreloads(html: string, folder: string): string {
  const scripts = new Set(ISLAND.exec(html)?.slice(1))
  for (const script of scripts)
    for (const [, file] of readFileSync(join(folder, script), 'utf8').matchAll(IMPORT))
      scripts.add(`/_astro/${file}`)
  const links = Array.from(scripts, (href) => `<link rel="modulepreload" href="${href}">`)
  return html.replace('</head>', () => `${links.join('')}</head>`)
}
