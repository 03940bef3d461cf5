/** workerd needs two descriptors per connection; 20 % remain for other clients. */
const READERS_PER_FILE = 0.4

/**
 * Limit of live sockets for this machine, because workerd crashes when it runs out of descriptors.
 * Empty where the system sets no limit.
 * @param openFiles limit of a process; Node raises its own at start, and workerd inherits it
 */
export function localReaders(openFiles = openFileLimit()): string {
  if (!Number.isFinite(openFiles)) return ''
  return `readersPerQuestion=${Math.floor(openFiles * READERS_PER_FILE)}`
}

export function openFileLimit(): number {
  const report = process.report.getReport() as {
    userLimits?: { open_files?: { soft: number | 'unlimited' } }
  }
  return Number(report.userLimits?.open_files?.soft)
}
