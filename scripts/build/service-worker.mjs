import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { FALLBACK_LANGUAGE, FIRST_LANGUAGE, languages } from '../../src/domain/language.ts'

const sourceFile = (/** @type {string} */ file) =>
  fileURLToPath(new URL(`../../src/service-worker/${file}`, import.meta.url))
const FILE = 'service-worker.js'
const PAGES = languages.map((language) => `/${language}/offline`)
/** Files that a page loads directly or through its scripts and styles. */
const LOADED = /(?:src|href)="(\/_astro\/[^"]+)"|(?:from|import) ?"\.\/([^"]+)"/g

/**
 * Builds `/service-worker.js` with the list of offline files. Its bytes change only with those files, so a deployment
 * alone reinstalls nothing.
 * @param {{ isRetired: boolean }} options unregisters the service worker instead
 * @returns {import('astro').AstroIntegration}
 */
export function serviceWorker({ isRetired }) {
  return {
    name: 'service-worker',
    hooks: {
      'astro:config:setup'({ updateConfig }) {
        const define = { __SERVICE_WORKER__: String(!isRetired) }
        updateConfig({ vite: { define, plugins: [entry] } })
      },
      'astro:build:done'({ dir }) {
        const client = fileURLToPath(dir)
        if (isRetired) return writeFileSync(client + FILE, readFileSync(sourceFile('retired.js')))
        const script = readFileSync(client + FILE, 'utf8')
        const offline = JSON.stringify(offlineFiles(client))
        if (!script.includes('__OFFLINE__')) throw new Error(`${FILE} asks for no list of files`)
        writeFileSync(
          client + FILE,
          script.replace('__OFFLINE__', () => offline),
        )
      },
    },
  }
}

/** @type {import('vite').Plugin} */
const entry = {
  name: 'service-worker',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  buildStart() {
    this.emitFile({ type: 'chunk', id: sourceFile('worker.ts'), fileName: FILE })
  },
}

/** @param {string} client folder of the built files */
function offlineFiles(client) {
  const files = new Set([...PAGES, '/avatar.svg'])
  const hash = createHash('sha256')
  for (const file of files) {
    const content = readFileSync(client + (PAGES.includes(file) ? `${file}.html` : file), 'utf8')
    hash.update(content)
    for (const [, inPage, inScript] of content.matchAll(LOADED)) {
      files.add(inPage ?? `/_astro/${inScript}`)
    }
  }
  return {
    version: hash.digest('hex').slice(0, 8),
    files: [...files],
    languages,
    first: FIRST_LANGUAGE,
    fallback: FALLBACK_LANGUAGE,
  }
}
