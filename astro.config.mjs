import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import cloudflare from '@astrojs/cloudflare'
import react from '@astrojs/react'
import { defineConfig } from 'astro/config'
import { writeCardGlyphs } from './scripts/card-glyphs.ts'
import { serviceWorker } from './src/service-worker/build.mjs'

/** What stands inline in the pages before the first paint; Astro hashes only what it bundles itself. */
const inlineScripts = ['src/layouts/first-paint.js', 'src/components/question/after-list.js']
const inlineStyles = ['src/styles/layers.css']

/** @param {string} file @returns {`sha256-${string}`} */
const hashOf = (file) =>
  `sha256-${createHash('sha256').update(readFileSync(file)).digest('base64')}`

/** Small modules that nearly every page's scripts import. */
const sharedModules = [
  /\/nanostores\/(?:atom|clean-stores)\//,
  /\/src\/api\/(?:call|storage|error-code)\.ts/,
  /\/src\/stores\/(?:dialog|draft|language|privacy)\.ts/,
  /\/src\/i18n\/(?:dates|translate)\.ts/,
  /\/src\/domain\/(?:question-day|language)\.ts/,
  /\/src\/islands\/notices\/(?:ask-services|maintenance)\.ts/,
  /\/src\/islands\/question\/reading\/when-idle\.ts/,
  /preload-helper/,
]

/** @param {string} id */
const isShared = (id) => sharedModules.some((pattern) => pattern.test(id))

/** What the sharing pictures are set from stands beside the other static files. */
const cardGlyphs = {
  name: 'card-glyphs',
  hooks: {
    /** @param {{ dir: URL }} built */
    'astro:build:done': ({ dir }) => writeCardGlyphs(fileURLToPath(dir)),
  },
}

export default defineConfig({
  output: 'server',
  // In development Astro looks at every path before the worker, and the services answer both spellings.
  trailingSlash: process.argv.includes('dev') ? 'ignore' : 'never',
  build: { format: 'file' },
  session: false,
  adapter: cloudflare({ imageService: 'passthrough' }),
  integrations: [
    react(),
    cardGlyphs,
    serviceWorker({ isRetired: process.env.SERVICE_WORKER === 'off' }),
  ],
  i18n: {
    locales: ['ja', 'en'],
    defaultLocale: 'ja',
    routing: { prefixDefaultLocale: true, redirectToDefaultLocale: false },
  },
  security: {
    csp: {
      directives: [
        "default-src 'none'",
        "connect-src 'self'",
        "img-src 'self' data: blob:",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
      ],
      scriptDirective: { resources: ["'self'"], hashes: inlineScripts.map(hashOf) },
      styleDirective: { resources: ["'self'"], hashes: inlineStyles.map(hashOf) },
    },
  },
  devToolbar: { enabled: false },
  vite: {
    define: { __BUILD_DATE__: JSON.stringify(new Date().toISOString()) },
    // Styles of this size stand in the page itself: one request less.
    build: { assetsInlineLimit: 6_144 },
    // What every page's scripts share is one file, not one per module.
    environments: {
      client: {
        build: {
          rolldownOptions: {
            output: { codeSplitting: { groups: [{ name: 'shared', test: isShared }] } },
          },
        },
      },
    },
  },
})
