import { DAY_MS } from '../../domain/durations.ts'
import { call } from '../../stores/call.ts'
import { $dialog, isDialogOpen } from '../../stores/dialog.ts'

/** The post after which a person is asked for an opinion (`docs/product.md#dialogs`). */
const ASKED_AT = 3
/** Delay after 'later'. */
const LATER_MS = 90 * DAY_MS

/**
 * A person's progress towards the question, in local storage. `posted` waits for the server's count, with the number of
 * posts sent since the last count, `early` for another post, `later` for its time
 * (`since` in epoch milliseconds); `done` is never asked again.
 */
type Progress =
  | { state: 'early' | 'due' | 'done' }
  | { state: 'posted'; posts: number }
  | { state: 'later'; since: number }

const nameOf = (userId: string) => `Feedback:${userId}`

function read(userId: string): Progress | undefined {
  try {
    return JSON.parse(localStorage.getItem(nameOf(userId)) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

function write(userId: string, progress: Progress): void {
  try {
    localStorage.setItem(nameOf(userId), JSON.stringify(progress))
  } catch {
    // Without storage the feedback request is never shown.
  }
}

/** Marks that the person has posted, so that the next page asks the server for their count. */
export function notePost(userId: string): void {
  const progress = read(userId)
  if (progress?.state === 'posted') write(userId, { state: 'posted', posts: progress.posts + 1 })
  else if (!progress || progress.state === 'early') write(userId, { state: 'posted', posts: 1 })
}

/**
 * Asks for the person's count; without a response the next page asks again. The question is due if the third post is
 * among the `newPosts` of this browser.
 */
async function countPosts(userId: string, newPosts: number): Promise<void> {
  const limit = String(ASKED_AT + newPosts)
  const response = await call('comment', 'GET /comment', { userId, limit })
  if (!response.ok) return
  const posts = response.results.length
  const isDue = posts - newPosts < ASKED_AT
  write(userId, { state: posts < ASKED_AT ? 'early' : isDue ? 'due' : 'done' })
}

/**
 * Asks for an opinion on the page after the third comment ever: right after posting a person looks at their own words.
 * Opens the dialog if it is due and no other is open. A person who closes it is asked again after 90 days, one
 * who follows its link never.
 */
export async function askWhenDue(userId: string): Promise<void> {
  const before = read(userId)
  if (before?.state === 'posted') await countPosts(userId, before.posts)
  const progress = read(userId)
  const isDue =
    progress?.state === 'due' ||
    (progress?.state === 'later' && progress.since + LATER_MS <= Date.now())
  if (!isDue || isDialogOpen()) return
  write(userId, { state: 'later', since: Date.now() })
  $dialog.set({ name: 'feedback', onGive: () => write(userId, { state: 'done' }) })
}
