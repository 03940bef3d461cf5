import { DAY_MS } from '../../domain/durations.ts'
import { $dialog, isDialogOpen } from '../../stores/dialog.ts'

const LATER_MS = 90 * DAY_MS

/**
 * Asks for feedback when due (`docs/product.md#dialogs`). Local storage has the epoch milliseconds
 * from which to ask: the end of the third comment's day (`stores/own-comment-ids.ts`).
 */
export function askWhenDue(userId: string): void {
  const name = `Feedback:${userId}`
  const from = Number(localStorage.getItem(name) ?? Infinity)
  if (!(from <= Date.now()) || isDialogOpen()) return
  $dialog.set({
    name: 'feedback',
    onShown: () => localStorage.setItem(name, String(Date.now() + LATER_MS)),
    onGive: () => localStorage.setItem(name, 'done'),
  })
}
