import { expect, it, vi } from 'vitest'
import '../../harness/island.tsx'
import { sendVitals } from '../../src/browser/vitals/send-vitals.ts'
import { setSendsVitals } from '../../src/stores/privacy.ts'

const metrics = [{ name: 'FCP', value: 100 }]
vi.mock('web-vitals', () => {
  const none = () => {}
  const onFCP = (take: (metric: (typeof metrics)[0]) => void) => take(metrics[0]!)
  return { onCLS: none, onFCP, onINP: none, onLCP: none, onTTFB: none }
})

it('vitals are sent as the page is left, each once, and not with the privacy switch off', async () => {
  const sent: Blob[] = []
  const sendBeacon = (_: string, body: Blob) => sent.push(body) > 0
  Object.defineProperty(navigator, 'sendBeacon', { value: sendBeacon, configurable: true })
  history.replaceState(null, '', '/en/login')
  setSendsVitals(false)
  sendVitals()
  dispatchEvent(new Event('pagehide'))
  expect(sent).toEqual([])
  setSendsVitals(true)
  sendVitals()
  dispatchEvent(new Event('pagehide'))
  dispatchEvent(new Event('pagehide'))
  expect(sent).toHaveLength(1)
  expect(JSON.parse(await sent[0]!.text())).toEqual({ page: '/login', language: 'ja', metrics })
})
