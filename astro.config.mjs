import cloudflare from '@astrojs/cloudflare'
import react from '@astrojs/react'
import { defineConfig } from 'astro/config'

export default defineConfig({
  output: 'server',
  trailingSlash: 'never',
  build: { format: 'file', inlineStylesheets: 'auto' },
  session: false,
  adapter: cloudflare({ imageService: 'passthrough' }),
  integrations: [react()],
  i18n: {
    locales: ['ja', 'en'],
    defaultLocale: 'ja',
    routing: { prefixDefaultLocale: true, redirectToDefaultLocale: false },
  },
  security: { csp: true },
  devToolbar: { enabled: false },
  vite: {
    define: { __BUILD_DATE__: JSON.stringify(new Date().toISOString()) },
  },
})
