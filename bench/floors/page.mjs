// The home page from memory: `page.bin`, or for browsers `packed.bin` with the app's headers.
import headers from './headers.mjs'
import packed from './packed.bin'
import bytes from './page.bin'

const plain = { headers: { 'Content-Type': 'text/html; charset=utf-8' } }
const whole = { headers: new Headers(headers), encodeBody: 'manual' }

export default {
  fetch: ({ headers }) =>
    headers.has('Accept-Encoding') ? new Response(packed, whole) : new Response(bytes, plain),
}
