// Pages from memory, compressed while streaming, as the app's are.
import pages from './pages.mjs'

const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Encoding': 'br' }

export default {
  fetch(request) {
    const { pathname, search } = new URL(request.url)
    const page = pages[pathname + search]
    return page ? new Response(page, { headers }) : new Response(null, { status: 404 })
  },
}
