import { ServiceError } from '../http/service.ts'

/** Pictures that one isolate works on at a time. */
const MOST = 2
/** A turn that was never ended, because its client went away, ends by itself; milliseconds. */
const LONGEST = 10_000

const turns = new Set<{ endsAt: number }>()

/**
 * Takes one of the isolate's turns at pictures, so that their memory and time stay bounded.
 * @returns what ends the turn
 * @throws ServiceError tooManyAttempts while all are taken
 */
export function takeTurn(): () => void {
  const nowMs = Date.now()
  for (const turn of turns) if (turn.endsAt <= nowMs) turns.delete(turn)
  if (turns.size >= MOST) throw new ServiceError('tooManyAttempts', { retryAfter: 1 })
  const turn = { endsAt: nowMs + LONGEST }
  turns.add(turn)
  return () => turns.delete(turn)
}
