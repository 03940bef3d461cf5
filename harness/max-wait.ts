/** Timeout of one wait, milliseconds. Ends hangs only: slow machines may take their time. */
export const MAX_WAIT_MS = 60_000
/** Timeout of a test or hook: longer, so that a hang is reported by the wait, with its condition. */
export const MAX_TEST_MS = MAX_WAIT_MS + 60_000
