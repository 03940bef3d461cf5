// A page from memory: the bytes of `page.bin`, or for a browser those of `packed.bin` with the headers of the app.
import { headers } from './headers.mjs'
import packed from './packed.bin'
import bytes from './page.bin'

const plain = { headers: { 'Content-Type': 'text/html; charset=utf-8' } }
const whole = { headers: new Headers(headers), encodeBody: 'manual' }

export default {
  fetch: ({ headers }) =>
    headers.has('Accept-Encoding') ? new Response(packed, whole) : new Response(bytes, plain),
}
