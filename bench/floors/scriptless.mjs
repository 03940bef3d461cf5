// A page and its assets from memory, compressed while streaming, as the app's are.
import { files } from './files.mjs'

export default {
  fetch(request) {
    const file = files[new URL(request.url).pathname]
    if (!file) return new Response(null, { status: 404 })
    return new Response(file.text, {
      headers: { 'Content-Type': file.type, 'Content-Encoding': 'br' },
    })
  },
}
