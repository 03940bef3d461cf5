import type { Plugin } from 'vite'

/**
 * A page is cached whole, so its HTML is rendered as one text: a stream of its pieces costs a seventh of the rendering.
 * Astro has an option for this, which its adapter does not pass on.
 */
export const wholePages = {
  name: 'whole-pages',
  apply: 'build',
  transform: {
    filter: { id: /\/@astrojs\/cloudflare\/dist\/utils\/handler\.js$/ },
    handler(code: string) {
      if (!code.includes('createApp()'))
        throw new Error('@astrojs/cloudflare no longer calls createApp() in this way')
      return code.replace('createApp()', 'createApp({ streaming: false })')
    },
  },
} satisfies Plugin
