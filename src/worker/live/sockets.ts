import type { LiveEvent, LiveMessage } from '../../contract/live-schemas.ts'
import { config } from '../config/config.ts'

const READERS_PER_ROOM = 3_000

export interface Identity {
  questionId: string
  /** 0 is the first room, others are overflow rooms. */
  number: number
}

/** The name of a question's first room is its id. */
export const roomName = ({ questionId, number }: Identity): string =>
  number === 0 ? questionId : `${questionId}:${number}`

/** The readers of one room, and the rooms of a question, by `LIMIT_READERS_PER_QUESTION`. */
export function capacity(env: Env): { perRoom: number; rooms: number; max: number } {
  const max = config(env).limits.readersPerQuestion
  // A small limit is divided too, so that no site depends on a path that only large ones use.
  const perRoom = Math.min(READERS_PER_ROOM, Math.max(1, Math.floor(max / 2)))
  return { perRoom, rooms: Math.floor(max / perRoom), max }
}

/**
 * Open sockets by room, for all questions in this process, which on one machine has descriptors for
 * `LIMIT_READERS_PER_QUESTION` of them.
 */
const socketsByRoom = new Map<string, number>()

export const socketsHere = (): number =>
  [...socketsByRoom.values()].reduce((sum, count) => sum + count, 0)

export function countSockets(identity: Identity, count: number): void {
  if (count === 0) socketsByRoom.delete(roomName(identity))
  else socketsByRoom.set(roomName(identity), count)
}

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
