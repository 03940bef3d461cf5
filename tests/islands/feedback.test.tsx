import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { calls, person } from '../../harness/island.tsx'
import { refused } from '../../harness/stub-calls.ts'
import { askWhenDue, notePost } from '../../src/browser/every-page/feedback.ts'
import { shown } from '../../src/contract/examples.ts'
import { DAY_MS } from '../../src/domain/durations.ts'
import { $dialog } from '../../src/stores/dialog.ts'

const { userId } = person
const serverHas = (posts: number) =>
  calls.on('comment', 'GET /comment', ({ limit }) =>
    Array.from({ length: Math.min(posts, Number(limit)) }, () => shown.ownComment),
  )
/** Opens another page. @returns whether it asks for feedback */
async function isAsked(): Promise<boolean> {
  $dialog.set(undefined)
  await askWhenDue(userId)
  return $dialog.get()?.name === 'feedback'
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => {
  vi.useRealTimers()
  $dialog.set(undefined)
})

it('asks on the page after the third post ever, again 90 days after "later", and never after "give"', async () => {
  for (const posts of [1, 2]) {
    notePost(userId)
    serverHas(posts)
    expect(await isAsked()).toBe(false)
  }
  notePost(userId)
  serverHas(3)
  expect(await isAsked()).toBe(true)
  expect(await isAsked()).toBe(false)
  vi.advanceTimersByTime(89.9 * DAY_MS)
  expect(await isAsked()).toBe(false)
  vi.advanceTimersByTime(0.2 * DAY_MS)
  expect(await isAsked()).toBe(true)
  const dialog = $dialog.get()
  if (dialog?.name === 'feedback') dialog.onGive()
  vi.advanceTimersByTime(400 * DAY_MS)
  expect(await isAsked()).toBe(false)
})

it('does not ask a person whose third post was sent from another device', async () => {
  notePost(userId)
  serverHas(4)
  expect(await isAsked()).toBe(false)
  notePost(userId)
  expect(await isAsked()).toBe(false)
  expect(calls.inputs('GET /comment')).toHaveLength(1)
})

it('asks also when the third and the fourth post were sent on one page', async () => {
  notePost(userId)
  notePost(userId)
  serverHas(4)
  expect(await isAsked()).toBe(true)
})

it('asks the server again on the next page where the count did not come', async () => {
  notePost(userId)
  calls.on('comment', 'GET /comment', refused('network'))
  expect(await isAsked()).toBe(false)
  serverHas(3)
  expect(await isAsked()).toBe(true)
})

it('waits while another dialog is open', async () => {
  notePost(userId)
  serverHas(3)
  $dialog.set({ name: 'updateInfo' })
  await askWhenDue(userId)
  expect($dialog.get()?.name).toBe('updateInfo')
  expect(await isAsked()).toBe(true)
})
