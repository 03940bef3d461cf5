/**
 * Milliseconds until a test, a hook or a single wait is given up. It ends what hangs and measures nothing: a slow or busy
 * machine may take its time.
 */
export const MAX_WAIT_MS = 300_000
/** The same where everything runs in the process of the test. */
export const MAX_WAIT_IN_PROCESS_MS = 60_000
