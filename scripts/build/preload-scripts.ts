import type { Plugin } from 'vite'

/** Vite's name for what it puts around each `import()` of a client's build. */
const HELPER = '\0vite/preload-helper.js'

/** Asks for what a script imports together with the script; a browser takes no module twice. */
const helper = `export function __vitePreload(load, files = []) {
  for (const file of files) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = '/' + file
    document.head.append(link)
  }
  return load()
}`

/**
 * In place of Vite's own, which is a tenth of what a reader loads, knows old browsers, nonces and styles, and is
 * needed for none of them here: styles come with their page.
 */
export function preloadScripts(): Plugin {
  return {
    name: 'preload-scripts',
    enforce: 'pre',
    apply: 'build',
    load: (id) => (id === HELPER ? helper : undefined),
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        const isLate = chunk.type === 'chunk' && chunk.isDynamicEntry
        if (isLate && this.environment.name === 'client' && chunk.viteMetadata?.importedCss.size)
          this.error(`${chunk.fileName} is loaded late and brings styles, which nothing loads`)
      }
    },
  }
}
