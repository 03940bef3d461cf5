// The home page from memory, compressed, with the app's headers.
import headers from './headers.mjs'
import page from './page.bin'

const init = { headers: new Headers(headers), encodeBody: 'manual' }

export default { fetch: () => new Response(page, init) }
