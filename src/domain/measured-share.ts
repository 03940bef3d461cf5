/** Default share of visits that report vitals. */
export const MEASURED_SHARE = 0.05
