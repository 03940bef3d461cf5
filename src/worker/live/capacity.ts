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
