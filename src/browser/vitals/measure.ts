import type { PageVitals } from '../../contract/calls/gateway.ts'

type Measurement = PageVitals['metrics'][number]

interface LayoutShift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
}
interface Interaction extends PerformanceEntry {
  interactionId: number
}

/** Layout shift session window: maximum gap and length. */
const SHIFT_PAUSE_MS = 1_000
const SHIFT_RUN_MS = 5_000
/** `durationThreshold`; the first interaction is always reported. */
const SHORT_INTERACTION_MS = 40
/** INP ignores one outlier per this many interactions. */
const INTERACTIONS_PER_OUTLIER = 50

/** Observes one entry type, buffered; the result returns pending entries. */
function watch<Entry extends PerformanceEntry>(
  type: string,
  take: (entry: Entry) => void,
  durationThreshold?: number,
): () => void {
  if (!PerformanceObserver.supportedEntryTypes.includes(type)) return () => {}
  const takeAll = (entries: PerformanceEntryList) => (entries as Entry[]).forEach(take)
  const observer = new PerformanceObserver((list) => takeAll(list.getEntries()))
  observer.observe({ type, buffered: true, ...(durationThreshold && { durationThreshold }) })
  return () => takeAll(observer.takeRecords())
}

function layoutShift() {
  let [first, last, sum, largest] = [0, 0, 0, 0]
  const catchUp = watch<LayoutShift>('layout-shift', ({ startTime, value, hadRecentInput }) => {
    if (hadRecentInput) return
    const isNewRun = startTime - last >= SHIFT_PAUSE_MS || startTime - first >= SHIFT_RUN_MS
    if (isNewRun || sum === 0) [first, sum] = [startTime, 0]
    last = startTime
    sum += value
    largest = Math.max(largest, sum)
  })
  return () => {
    catchUp()
    return largest
  }
}

/** INP in milliseconds; `undefined` before the first interaction. */
function interactionToNextPaint() {
  const slowest = new Map<number, number>()
  const take = ({ interactionId, duration }: Interaction) => {
    if (interactionId)
      slowest.set(interactionId, Math.max(duration, slowest.get(interactionId) ?? 0))
  }
  const catchUps = [
    watch<Interaction>('event', take, SHORT_INTERACTION_MS),
    watch<Interaction>('first-input', take),
  ]
  return () => {
    for (const catchUp of catchUps) catchUp()
    const { interactionCount = slowest.size } = performance as { interactionCount?: number }
    const durations = [...slowest.values()].toSorted((one, other) => other - one)
    return durations[
      Math.min(durations.length - 1, Math.floor(interactionCount / INTERACTIONS_PER_OUTLIER))
    ]
  }
}

/** First time the page was hidden: later paints do not count. */
function firstHidden(activation: number): number {
  const hidden = performance
    .getEntriesByType('visibility-state')
    .find(({ name, startTime }) => name === 'hidden' && startTime >= activation)
  return hidden?.startTime ?? (document.hidden ? 0 : Infinity)
}

/**
 * Measures the Web Vitals from navigation start, however late it is called; not after bfcache.
 * @returns the metrics so far, each at most once
 */
export function measure(): () => Measurement[] {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  // For a prerendered page, time starts at activation.
  const activation = (navigation as { activationStart?: number } | undefined)?.activationStart ?? 0
  const hidden = firstHidden(activation)
  const sinceActivation = (time: number) => Math.max(time - activation, 0)

  let largest: number | undefined
  const catchUp = watch<PerformanceEntry>('largest-contentful-paint', ({ startTime }) => {
    if (startTime < hidden) largest = sinceActivation(startTime)
  })
  const shift = layoutShift()
  const interaction = interactionToNextPaint()

  return () => {
    catchUp()
    const first = performance.getEntriesByName('first-contentful-paint')[0]?.startTime
    const isSeen = first !== undefined && first < hidden
    const values: Record<Measurement['name'], number | undefined> = {
      CLS: isSeen ? shift() : undefined,
      FCP: isSeen ? sinceActivation(first) : undefined,
      INP: interaction(),
      LCP: largest,
      TTFB: navigation && sinceActivation(navigation.responseStart),
    }
    return (Object.keys(values) as Measurement['name'][]).flatMap((name) =>
      values[name] === undefined ? [] : [{ name, value: values[name] }],
    )
  }
}
