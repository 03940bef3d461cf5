import { onCLS, onFCP, onINP, onLCP, onTTFB, type Metric } from 'web-vitals'
import { pageLanguage } from '../../stores/language.ts'
import { sendsReports } from '../../stores/privacy.ts'
import type { PerformanceReport } from '../../worker/gateway/vitals.ts'

const sent = new Set<string>()
const waiting = new Map<string, Metric>()

function page(): string {
  return location.pathname.replace(/^\/(?:ja|en)(?=\/|$)/, '') || '/'
}

/** One report holds each metric once; one that was sent stays as it was. */
function send(): void {
  const metrics = [...waiting.values()].map(({ name, value }) => ({ name, value }))
  for (const { id } of waiting.values()) sent.add(id)
  waiting.clear()
  if (metrics.length === 0 || !sendsReports()) return
  const report: PerformanceReport = { page: page(), language: pageLanguage(), metrics }
  const body = new Blob([JSON.stringify(report)], { type: 'application/json' })
  navigator.sendBeacon('/service/vitals', body)
}

/** Measures this page and reports once it is left or hidden (`contract.md` Beyond the table). */
export function reportVitals(): void {
  const keep = (metric: Metric) => {
    if (!sent.has(metric.id)) waiting.set(metric.name, metric)
  }
  for (const on of [onCLS, onFCP, onINP, onLCP, onTTFB]) on(keep)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') send()
  })
  addEventListener('pagehide', send)
}
