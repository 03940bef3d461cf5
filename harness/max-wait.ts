/** Timeout of a test, hook or wait, milliseconds. Ends hangs only: slow machines may take their time. */
export const MAX_WAIT_MS = 300_000
export const MAX_WAIT_IN_PROCESS_MS = 60_000
