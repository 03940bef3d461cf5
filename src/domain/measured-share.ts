/** The share of visits that report their measurements, unless the operator sets another. */
export const MEASURED_SHARE = 0.05
