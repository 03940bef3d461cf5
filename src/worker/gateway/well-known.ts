import { Hono } from 'hono'
import { DAY_MS } from '../../domain/durations.ts'
import { languages } from '../../domain/language.ts'
import { now } from '../config/clock.ts'
import { config } from '../config/config.ts'
import type { GatewayBindings } from '../http/service.ts'
import { siteOrigin } from '../http/site-origin.ts'

/** RFC 9116 recommends less than a year; derived at each request, so it never passes. */
const EXPIRES_AFTER_MS = 180 * DAY_MS

/** Addresses that programs look for: password managers, and researchers `security.txt`. */
export const wellKnownRoutes = new Hono<GatewayBindings>({ strict: false })
  .get('/change-password', (c) => c.redirect('/password', 302))
  .get('/passkey-endpoints', (c) => {
    const page = `${siteOrigin(c.env, c.req.url)}/passkeys`
    return c.json({ enroll: page, manage: page })
  })
  .get('/security.txt', (c) => {
    const origin = siteOrigin(c.env, c.req.url)
    const { contact = `${origin}/contact` } = config(c.env).operator
    const lines = [
      `Contact: ${contact.includes('://') ? contact : `mailto:${contact}`}`,
      `Expires: ${new Date(now(c.env) + EXPIRES_AFTER_MS).toISOString()}`,
      `Preferred-Languages: ${languages.join(', ')}`,
      `Canonical: ${origin}/.well-known/security.txt`,
    ]
    return c.text(`${lines.join('\n')}\n`, 200, { 'Cache-Control': 'no-cache' })
  })
