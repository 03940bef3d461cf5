import { readFileSync, writeFileSync } from 'node:fs'

/**
 * Runs `undo` when it is called, and before the process ends by itself or by a signal (Ctrl-C).
 * @returns a function that runs it now, and not again at the end
 */
export function beforeEnd(undo: () => void): () => void {
  const end = () => process.exit(130)
  const stop = () => {
    process.off('exit', stop).off('SIGINT', end).off('SIGTERM', end)
    undo()
  }
  process.on('exit', stop).on('SIGINT', end).on('SIGTERM', end)
  return stop
}

/** Lets `use` change a file, whose text is restored afterwards, however that ends. */
export async function changing(
  file: string,
  use: (write: (change: (source: string) => string) => void) => Promise<void>,
): Promise<void> {
  const source = readFileSync(file, 'utf8')
  const restore = beforeEnd(() => writeFileSync(file, source))
  try {
    await use((change) => writeFileSync(file, change(source)))
  } finally {
    restore()
  }
}
