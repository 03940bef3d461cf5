/** workerd holds two file descriptors for a connection; a fifth is left for those of other than live readers. */
const READERS_PER_FILE = 0.4

/**
 * The live readers that a server on this machine takes, as the value of `LIMIT_READERS_PER_QUESTION`: workerd ends when it
 * runs out of file descriptors. Nothing where the system sets no limit.
 * @param openFiles descriptors that a process may have; Node raises its own limit, which workerd inherits, at its start
 */
export function localReaders(openFiles = openFileLimit()): Record<string, string> {
  if (!Number.isFinite(openFiles)) return {}
  return { LIMIT_READERS_PER_QUESTION: String(Math.floor(openFiles * READERS_PER_FILE)) }
}

/** Descriptors that a process may have; `NaN` where the system sets no limit. */
export function openFileLimit(): number {
  const report = process.report.getReport() as {
    userLimits?: { open_files?: { soft: number | 'unlimited' } }
  }
  return Number(report.userLimits?.open_files?.soft)
}
