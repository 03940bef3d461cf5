/** How many sockets are closed at a time in all objects of this isolate, and the pause after them, milliseconds. */
const CLOSED_AT_ONCE = 50
const PAUSE_MS = 25

/** Epoch milliseconds from which the next ones may be closed. */
let freeAt = 0

/**
 * Closes the sockets of readers who have left. A connection takes 0.2 ms of the thread to end: when thousands leave at
 * once they end a few at a time, so that what readers and writers ask for meanwhile is not queued behind them all.
 */
export class ClosingSockets {
  readonly #lifetime: Pick<DurableObjectState, 'waitUntil'>
  readonly #waiting: { socket: WebSocket; code: number }[] = []
  #isClosing = false

  constructor(lifetime: Pick<DurableObjectState, 'waitUntil'>) {
    this.#lifetime = lifetime
  }

  /** @param code how the reader closed it, which is sent back */
  add(socket: WebSocket, code: number): void {
    this.#waiting.push({ socket, code })
    if (this.#isClosing) return
    this.#isClosing = true
    this.#lifetime.waitUntil(this.#closeAll())
  }

  async #closeAll(): Promise<void> {
    try {
      while (this.#waiting.length > 0) {
        const turn = Math.max(Date.now(), freeAt)
        freeAt = turn + PAUSE_MS
        if (turn > Date.now()) await scheduler.wait(turn - Date.now())
        for (const { socket, code } of this.#waiting.splice(0, CLOSED_AT_ONCE)) close(socket, code)
      }
    } finally {
      this.#isClosing = false
    }
  }
}

function close(socket: WebSocket, code: number): void {
  // 1005, 1006 and 1015 only describe; they cannot be sent back.
  socket.close([1005, 1006, 1015].includes(code) ? 1000 : code)
}
