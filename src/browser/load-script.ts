/**
 * Vite's wrapper of each `import()`: requests a script's own imports together with the script. Vite's default is a
 * fifteenth of what a reader loads, since it knows old browsers and nonces.
 */
export function __vitePreload<Module>(load: () => Promise<Module>, files: string[] = []) {
  for (const file of files) {
    const link = document.createElement('link')
    link.rel = file.endsWith('.css') ? 'stylesheet' : 'modulepreload'
    link.href = `/${file}`
    document.head.appendChild(link)
  }
  return load()
}
