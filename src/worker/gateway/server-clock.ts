import { createMiddleware } from 'hono/factory'
import type { GatewayBindings } from '../http/service.ts'
import { now } from '../config/clock.ts'

const SWITCHING_PROTOCOLS = 101

/** The `Server-Timing` entry with the server's time, epoch milliseconds: a device's own clock may be wrong. */
export function clockTiming(env: Env): string {
  return `clock;desc="${now(env)}"`
}

/** Adds the server's time to the response of a call. */
export const serverClock = createMiddleware<GatewayBindings>(async (c, next) => {
  await next()
  if (c.res.status === SWITCHING_PROTOCOLS) return
  c.header('Server-Timing', clockTiming(c.env), { append: true })
})
