/** A second use of an update token within this time of the first returns the same successor: two tabs that raced. */
export const REFRESH_GRACE_MS = 30_000
