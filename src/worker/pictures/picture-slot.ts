import { ServiceError } from '../http/service.ts'

/** Pictures that one isolate works on at a time. */
const MAX_PICTURES = 2
/** A slot that was not released, because the client disconnected, expires by itself. */
const SLOT_TTL_MS = 10_000

const slots = new Set<{ expiresAt: number }>()

/**
 * Takes one of the isolate's slots for pictures, which bounds their memory.
 * @returns a function that releases the slot
 * @throws ServiceError databaseConnectionFailed with `retryAfter` while all are taken
 */
export function takePictureSlot(): () => void {
  const nowMs = Date.now()
  for (const slot of slots) if (slot.expiresAt <= nowMs) slots.delete(slot)
  if (slots.size >= MAX_PICTURES)
    throw new ServiceError('databaseConnectionFailed', { retryAfter: 1 })
  const slot = { expiresAt: nowMs + SLOT_TTL_MS }
  slots.add(slot)
  return () => slots.delete(slot)
}
