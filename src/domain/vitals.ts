/** The value up to which a metric is good, as https://web.dev/articles/vitals has it: milliseconds, for CLS thousandths. */
export const goodVitals = { LCP: 2500, INP: 200, CLS: 100, FCP: 1800, TTFB: 800 } as const

export type VitalName = keyof typeof goodVitals
