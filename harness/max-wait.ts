/**
 * Milliseconds until a test, a hook or a single wait is given up. It ends what hangs and measures nothing: a slow or busy
 * machine may take its time.
 */
export const MAX_WAIT_MS = 300_000
