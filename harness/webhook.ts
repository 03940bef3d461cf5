import { json } from 'node:stream/consumers'
import { listen } from './local/listen.ts'

/** Starts a receiver of JSON on loopback, as an operator's webhook is; `status` is that of its next responses. */
export async function startWebhook<Body>() {
  const received: Body[] = []
  const webhook = { status: 204, received }
  const { origin, stop } = await listen(async (request, response) => {
    webhook.received.push((await json(request)) as Body)
    response.writeHead(webhook.status).end()
  })
  return Object.assign(webhook, { url: `${origin}/hook`, stop })
}
