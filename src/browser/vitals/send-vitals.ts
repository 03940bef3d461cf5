import { onCLS, onFCP, onINP, onLCP, onTTFB, type Metric } from 'web-vitals'
import type { Address } from '../../contract/call-types.ts'
import type { PageVitals } from '../../contract/calls/gateway.ts'
import { publicPath } from '../../domain/public-path.ts'
import { pageLanguage } from '../../stores/language.ts'
import { sendsVitals } from '../../stores/privacy.ts'

/** Sends the page's vitals, each once, when it is hidden (`docs/product.md#gateway-calls`). */
export function sendVitals(): void {
  const measured = new Map<string, number>()
  const sent = new Set<string>()
  const take = ({ name, value }: Metric) => measured.set(name, value)
  for (const measure of [onCLS, onFCP, onINP, onLCP, onTTFB]) measure(take)
  const send = () => {
    const metrics = [...measured].flatMap(([name, value]) =>
      sent.has(name) ? [] : [{ name: name as Metric['name'], value }],
    )
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
