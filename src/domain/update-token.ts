/** A reused update token returns the same successor within this time of its first use, for tabs that race. */
export const REFRESH_GRACE_MS = 30_000
