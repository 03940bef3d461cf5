import { createMiddleware } from 'hono/factory'
import { config } from '../config/config.ts'
import type { ServiceBindings } from '../http/service.ts'
import { isSecure } from '../http/site-origin.ts'

/** Directives that a `<meta>` policy cannot have or may lack. */
const always = [
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
]
/** A response that is not a page loads nothing. */
const nothing = ["default-src 'none'", "form-action 'none'", ...always]

/** `public/_headers` has those of files. Astro hashes its scripts and styles into each page's policy. */
export const securityHeaders = createMiddleware<ServiceBindings>(async (c, next) => {
  await next()
  if (c.res.status === 101) return
  const { headers } = c.res
  const isPage = headers.get('Content-Type')?.startsWith('text/html') ?? false
  const stated = headers.get('Content-Security-Policy') ?? ''
  headers.set('Content-Security-Policy', policy(stated, isPage))
  headers.set('X-Content-Type-Options', 'nosniff')
  headers.set('X-Frame-Options', 'DENY')
  if (!headers.has('Cross-Origin-Opener-Policy')) {
    headers.set('Cross-Origin-Opener-Policy', 'same-origin-allow-popups')
  }
  if (!headers.has('Cross-Origin-Resource-Policy')) {
    headers.set('Cross-Origin-Resource-Policy', 'same-origin')
  }
  headers.set('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()')
  if (!headers.has('Referrer-Policy'))
    headers.set('Referrer-Policy', 'strict-origin-when-cross-origin')
  if (isSecure(c.env, c.req.url)) headers.set('Strict-Transport-Security', config(c.env).hsts)
})

/** A built page contains its policy. */
const policy = (stated: string, isPage: boolean) => composed(stated, isPage ? always : nothing)

/** Merges policies: the first directive of a name takes precedence. */
function composed(stated: string, others: string[]): string {
  const directives = stated.split(';').flatMap((directive) => directive.trim() || [])
  const names = new Set<string>()
  return [...directives, ...others]
    .filter((directive) => names.size < names.add(nameOf(directive)).size)
    .join('; ')
}

function nameOf(directive: string): string {
  return directive.split(' ', 1)[0]!.toLowerCase()
}
