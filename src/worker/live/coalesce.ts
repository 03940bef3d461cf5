/** Single flight: calls during a run share one more run after it. */
export function coalesce(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let isBehind = false

  const runAll = async () => {
    try {
      while (isBehind) {
        isBehind = false
        await run()
      }
    } finally {
      running = undefined
    }
  }
  return () => {
    isBehind = true
    return (running ??= runAll())
  }
}
