import type { PageVitals } from '../../contract/calls/gateway.ts'

type Measurement = PageVitals['metrics'][number]

interface LayoutShift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
}
interface Interaction extends PerformanceEntry {
  interactionId: number
}

/** A run of layout shifts ends after this pause, and at the latest after this time. */
const SHIFT_PAUSE_MS = 1_000
const SHIFT_RUN_MS = 5_000
/** Duration below which the browser need not report an interaction; the first one is reported in any case. */
const SHORT_INTERACTION_MS = 40
/** One slowest interaction in this many is left out as an outlier. */
const INTERACTIONS_PER_OUTLIER = 50

/** Watches one kind of entry, those before now included; the result hands over what has not been reported yet. */
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

/** The largest sum of layout shifts in one run that no input caused. */
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

/** The slowest interaction but for one in fifty, milliseconds; `undefined` before the first one. */
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

/** When the page was first out of sight: what is painted from then on was not waited for. */
function firstHidden(activation: number): number {
  const hidden = performance
    .getEntriesByType('visibility-state')
    .find(({ name, startTime }) => name === 'hidden' && startTime >= activation)
  return hidden?.startTime ?? (document.hidden ? 0 : Infinity)
}

/**
 * Measures this page by the published definitions of the Web Vitals, from its beginning, however late this is called.
 * A page that comes back from the browser's memory is not measured again.
 * @returns what has been measured so far, each metric at most once
 */
export function measure(): () => Measurement[] {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  // A page made ahead begins for its reader when it is shown.
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
