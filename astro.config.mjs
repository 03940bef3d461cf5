import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import cloudflare from '@astrojs/cloudflare'
import react from '@astrojs/react'
import { defineConfig } from 'astro/config'

/** What stands inline in the pages before the first paint; Astro hashes only what it bundles itself. */
const inlineScripts = ['src/layouts/first-paint.js', 'src/components/question/after-list.js']
const inlineStyles = ['src/styles/layers.css']

/** @param {string} file @returns {`sha256-${string}`} */
const hashOf = (file) =>
  `sha256-${createHash('sha256').update(readFileSync(file)).digest('base64')}`

export default defineConfig({
  output: 'server',
  trailingSlash: 'never',
  build: { format: 'file' },
  session: false,
  adapter: cloudflare({ imageService: 'passthrough' }),
  integrations: [react()],
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
  },
})
