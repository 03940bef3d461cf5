import type { Plugin } from 'vite'

/** The part of `@astrojs/react/client.js` that the islands need: props from the page, no slots, no form actions. */
const hydrate = `import { createElement, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
export default (element) => (Component, props) => {
  const identifierPrefix = element.getAttribute('prefix')
  startTransition(() => {
    hydrateRoot(element, createElement(Component, props), { identifierPrefix })
  })
}`

/** In place of Astro's own client for React, which is a quarter of what all forms share. */
export const hydrateIslands: Plugin = {
  name: 'hydrate-islands',
  enforce: 'pre',
  apply: 'build',
  load: (id) => (id.endsWith('@astrojs/react/dist/client.js') ? hydrate : undefined),
}
