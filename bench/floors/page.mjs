// A page from memory: the bytes of `page.bin`, as they are or already compressed.
import bytes from './page.bin'
import encoded from './page.br.bin'

const headers = { 'Content-Type': 'text/html; charset=utf-8' }
const compressed = { headers: { ...headers, 'Content-Encoding': 'br' }, encodeBody: 'manual' }

export default {
  fetch: (request) =>
    /\bbr\b/.test(request.headers.get('Accept-Encoding') ?? '')
      ? new Response(encoded, compressed)
      : new Response(bytes, { headers }),
}
