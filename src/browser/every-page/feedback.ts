import { DAY_MS } from '../../domain/durations.ts'
import { call } from '../../stores/call.ts'
import { $dialog, isDialogOpen } from '../../stores/dialog.ts'

/** The post count that triggers the feedback request (`docs/product.md#dialogs`). */
const ASKED_AT = 3
/** Delay after 'later'. */
const LATER_MS = 90 * DAY_MS

/**
 * Progress of the feedback request, in local storage. `posted` waits for the server's count,
 * `early` for more posts, `later` for its time (`since`, epoch milliseconds); `done` is final.
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
  } catch {}
}

export function notePost(userId: string): void {
  const progress = read(userId)
  if (progress?.state === 'posted') write(userId, { state: 'posted', posts: progress.posts + 1 })
  else if (!progress || progress.state === 'early') write(userId, { state: 'posted', posts: 1 })
}

/**
 * Fetches the post count; retried on the next page. Due if the third post is among this browser's
 * `newPosts`.
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
 * Asks for feedback on the page after the third comment, not right after posting. Asks again 90
 * days after a dismissal, never once the link was followed.
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
