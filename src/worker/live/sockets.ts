import type { LiveEvent, LiveMessage } from '../../contract/live-schemas.ts'
import { config } from '../config/config.ts'

const READERS_PER_ROOM = 3_000

export interface Identity {
  questionId: string
  /** 0 is the first room, others are overflow rooms. */
  number: number
}

/** The first room's name is the question's id. */
export const roomName = ({ questionId, number }: Identity): string =>
  number === 0 ? questionId : `${questionId}:${number}`

export function capacity(env: Env): { perRoom: number; rooms: number; max: number } {
  const max = config(env).limits.readersPerQuestion
  // Small limits are divided too, so that overflow rooms are not a path only large sites use.
  const perRoom = Math.min(READERS_PER_ROOM, Math.max(1, Math.floor(max / 2)))
  return { perRoom, rooms: Math.floor(max / perRoom), max }
}

/** Open sockets by room, for all questions in this process: on one machine they share its file descriptors. */
const socketsByRoom = new Map<string, number>()

const socketsHere = (): number => [...socketsByRoom.values()].reduce((sum, count) => sum + count, 0)

export function countSockets(identity: Identity, count: number): void {
  if (count === 0) socketsByRoom.delete(roomName(identity))
  else socketsByRoom.set(roomName(identity), count)
}

/** Whether a received close code may be sent: some are reserved, and clients may send any number. */
export const canBeSent = (code: number): boolean =>
  code >= 1000 && code < 5000 && ![1004, 1005, 1006, 1015].includes(code)

/** One frame for a round's events, encoded once for all sockets. */
export function frameOf(events: readonly LiveEvent[]): string {
  return textOf(events.length === 1 ? events[0]! : [...events])
}

export const textOf = (message: LiveMessage): string => JSON.stringify(message)

/** A closing socket throws; its reader catches up when it reconnects. */
export function send(socket: WebSocket, text: string): void {
  try {
    socket.send(text)
  } catch {
    // The socket's close event follows.
  }
}

export interface RoomState extends Identity {
  /** Last event sent here; absent if only overflow rooms have readers. */
  seq?: number
  /** Last known count of all rooms. */
  total: number
  /** Readers of each overflow room; in the first room only. */
  overflow: Record<number, number>
}

/** Ms per reader, and at most. Batches events into one frame, so that one core serves 10,000 readers. */
const PAUSE_PER_READER = 0.035
const MIN_PAUSE_MS = 100
const MAX_PAUSE_MS = 500

export const pauseFor = (readers: number): number =>
  Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, readers * PAUSE_PER_READER))

export function isFull(env: Env, readers: number): boolean {
  const { perRoom, max } = capacity(env)
  return readers >= perRoom || socketsHere() >= max
}
