import { createMiddleware } from 'hono/factory'
import type { ServiceBindings } from '../contract/service.ts'

/**
 * Headers of every answer. Astro hashes its own scripts and styles into the pages' policy;
 * what a `<meta>` cannot carry comes as a second policy, and both must hold.
 */
export const securityHeaders = createMiddleware<ServiceBindings>(async (c, next) => {
  await next()
  if (c.res.status === 101) return
  const { headers } = c.res
  headers.append(
    'Content-Security-Policy',
    "frame-ancestors 'none'; base-uri 'none'; object-src 'none'",
  )
  headers.set('X-Content-Type-Options', 'nosniff')
  headers.set('X-Frame-Options', 'DENY')
  if (!headers.has('Cross-Origin-Opener-Policy')) {
    headers.set('Cross-Origin-Opener-Policy', 'same-origin-allow-popups')
  }
  headers.set('Cross-Origin-Resource-Policy', 'same-origin')
  headers.set('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()')
  if (!headers.has('Referrer-Policy'))
    headers.set('Referrer-Policy', 'strict-origin-when-cross-origin')
  if (new URL(c.req.url).protocol === 'https:') {
    headers.set('Strict-Transport-Security', 'max-age=63072000; includeSubDomains; preload')
  }
})
