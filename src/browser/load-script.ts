/** Replaces Vite's preload helper, which is large: it supports old browsers and nonces. */
export function __vitePreload<Module>(load: () => Promise<Module>, files: string[] = []) {
  for (const file of files) {
    const link = document.createElement('link')
    link.rel = file.endsWith('.css') ? 'stylesheet' : 'modulepreload'
    link.href = `/${file}`
    document.head.appendChild(link)
  }
  return load()
}
