// A page from memory: the bytes of `page.bin`.
import bytes from './page.bin'

const headers = { 'Content-Type': 'text/html; charset=utf-8' }

export default { fetch: () => new Response(bytes, { headers }) }
