export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000
export const YEAR_MS = 31_536_000_000

export const MINUTE_S = 60
export const HOUR_S = 3_600
export const DAY_S = 86_400
export const YEAR_S = 31_536_000

export const epochSeconds = (epochMs: number): number => Math.floor(epochMs / 1000)
