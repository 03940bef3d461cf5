import { publicPath } from '../../domain/public-path.ts'
import { pageLanguage } from '../../stores/language.ts'
import { sendsVitals } from '../../stores/privacy.ts'
import type { Address } from '../../contract/call-types.ts'
import type { PageVitals } from '../../contract/calls/gateway.ts'
import { measure } from './measure.ts'

/** Sends the page's vitals when it is hidden (`docs/product.md#gateway-calls`). */
export function sendVitals(): void {
  if ('prerendering' in document && document.prerendering === true) {
    document.addEventListener('prerenderingchange', sendVitals, { once: true })
    return
  }
  const measured = measure()
  const sent = new Set<string>()

  /** Each metric is sent once. */
  const send = () => {
    const metrics = measured().filter(({ name }) => !sent.has(name))
    for (const { name } of metrics) sent.add(name)
    if (metrics.length === 0 || !sendsVitals()) return
    const vitals: PageVitals = {
      page: publicPath(location.pathname),
      language: pageLanguage(),
      metrics,
    }
    const body = new Blob([JSON.stringify(vitals)], { type: 'application/json' })
    navigator.sendBeacon('/service/vitals' satisfies Address, body)
  }

  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') send()
  })
  addEventListener('pagehide', send)
}
