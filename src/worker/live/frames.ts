import type { LiveEvent, LiveMessage } from '../../contract/live-schemas.ts'

/** Whether a close code that was received can be sent back: some only describe, and a client may send any number. */
export const canBeSent = (code: number): boolean =>
  code >= 1000 && code < 5000 && ![1004, 1005, 1006, 1015].includes(code)

/** One frame for the events of a round, encoded once for all sockets. */
export function frameOf(events: readonly LiveEvent[]): string {
  return textOf(events.length === 1 ? events[0]! : [...events])
}

export const textOf = (message: LiveMessage): string => JSON.stringify(message)

/** A socket that is closing refuses; its reader catches up when it reconnects. */
export function send(socket: WebSocket, text: string): void {
  try {
    socket.send(text)
  } catch {
    // The socket's close event follows.
  }
}
