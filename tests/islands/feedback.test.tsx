import { render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { calls, person, signIn } from '../../harness/island.tsx'
import { askWhenDue } from '../../src/browser/every-page/feedback.ts'
import { DialogHost } from '../../src/islands/dialogs/DialogHost.tsx'
import { sample } from '../../src/contract/examples.ts'
import { shown } from '../../harness/examples.ts'
import { DAY_MS } from '../../src/domain/durations.ts'
import { $dialog } from '../../src/stores/dialog.ts'
import { addOwnComment, loadOwnComments } from '../../src/stores/own-comment-ids.ts'

const { userId } = person
/** Opens another page. @returns whether it asks for feedback */
function isAsked(isShown = true): boolean {
  $dialog.set(undefined)
  askWhenDue(userId)
  if (isShown) render(<DialogHost />)
  return $dialog.get()?.name === 'feedback'
}
/** Opens the chat with these posts of the person on the server. */
async function open(posts: number): Promise<void> {
  calls.on('comment', 'GET /comment', Array(posts).fill(shown.ownComment))
  await loadOwnComments(sample.questionId, userId)
}

beforeEach(() => {
  signIn()
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  $dialog.set(undefined)
})

it('asks on a day after the third post ever, again 90 days after "later", and never after "give"', async () => {
  await open(1)
  addOwnComment('second')
  expect(isAsked()).toBe(false)
  addOwnComment('third')
  addOwnComment('fourth')
  expect(isAsked()).toBe(false)
  vi.advanceTimersByTime(DAY_MS)
  // A dialog that failed to load was not shown.
  expect(isAsked(false)).toBe(true)
  expect(isAsked()).toBe(true)
  expect(isAsked()).toBe(false)
  vi.advanceTimersByTime(89.9 * DAY_MS)
  expect(isAsked()).toBe(false)
  vi.advanceTimersByTime(0.2 * DAY_MS)
  expect(isAsked()).toBe(true)
  const dialog = $dialog.get()
  if (dialog?.name === 'feedback') dialog.onGive()
  vi.advanceTimersByTime(400 * DAY_MS)
  expect(isAsked()).toBe(false)
})

it('does not ask a person whose third post was sent from another device', async () => {
  await open(3)
  addOwnComment('fourth')
  expect(isAsked()).toBe(false)
})

it('waits while another dialog is open', async () => {
  await open(2)
  addOwnComment('third')
  vi.advanceTimersByTime(DAY_MS)
  $dialog.set({ name: 'logout' })
  askWhenDue(userId)
  expect($dialog.get()?.name).toBe('logout')
  expect(isAsked()).toBe(true)
})
