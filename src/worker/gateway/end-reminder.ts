import type { Context } from 'hono'
import type { GatewayBindings } from '../http/service.ts'
import { locateService } from '../remote/locate-services.ts'

/**
 * `POST /reminder/end?token=…`: what a mail program sends when its own button ends a reminder (RFC 8058). It carries no
 * cookie and a form that says nothing; `GET` is the page with a button, since scanners open the links of mail.
 */
export async function endReminder(c: Context<GatewayBindings>): Promise<Response> {
  const headers = new Headers({
    'Content-Type': 'application/json',
    'X-Request-Id': c.var.requestId,
  })
  // The service limits senders by it.
  const address = c.req.header('CF-Connecting-IP')
  if (address) headers.set('CF-Connecting-IP', address)
  const response = await locateService('user', c.env, c.executionCtx).fetch(
    new Request('http://user/user/reminder/end', {
      method: 'POST',
      headers,
      body: JSON.stringify({ token: c.req.query('token') ?? '' }),
    }),
  )
  // Without its script the page's own form arrives here: a person wants a page, not JSON.
  const isOneClick = c.req.header('Sec-Fetch-Mode') !== 'navigate'
  return isOneClick || !response.ok ? new Response(response.body, response) : c.redirect('/', 303)
}
