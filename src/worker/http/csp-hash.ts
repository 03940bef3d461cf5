/**
 * The CSP sources that allow exactly the styles standing in these documents: the content of their
 * `<style>` elements and `style` attributes, which carry no escaped characters.
 */
export async function styleSources(documents: string[]): Promise<string> {
  const found = documents.flatMap((document) => [
    ...Array.from(document.matchAll(/<style>([^]*?)<\/style>/g), ([, css = '']) => css),
    ...Array.from(document.matchAll(/ style="([^"]*)"/g), ([, css = '']) => css),
  ])
  const hashes = await Promise.all([...new Set(found)].map(cspHash))
  return `'unsafe-hashes' ${hashes.join(' ')}`
}

/** The hash source of one inline style or script. */
export async function cspHash(content: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(content))
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`
}
