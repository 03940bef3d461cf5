import { callAsPerson } from '../../stores/call-as-person.ts'
import { $dialog } from '../../stores/dialog.ts'

/** The post after which a person is asked for an opinion (`docs/product.md#dialogs`). */
const ASKED_AT = 3
/** How long 'later' is, milliseconds. */
const LATER = 90 * 86_400_000

/**
 * How far a person is, in local storage. `unknown` waits for the server's count, `later` for its time (`since` in
 * epoch milliseconds); `done` is never asked again.
 */
type Progress =
  | { state: 'unknown' | 'due' | 'done' }
  | { state: 'counting'; posts: number }
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

function after(posts: number): Progress {
  if (posts < ASKED_AT) return { state: 'counting', posts }
  return { state: posts === ASKED_AT ? 'due' : 'done' }
}

/** The server's count, where this browser has not counted from the start; the next page asks again if this one goes. */
async function countFromServer(userId: string): Promise<void> {
  write(userId, { state: 'unknown' })
  const limit = String(ASKED_AT + 1)
  const answer = await callAsPerson('comment', 'GET /comment', { userId, limit })
  if (answer.ok) write(userId, after(answer.results.length))
}

/**
 * Counts a stored comment of this person. After their third ever, the next page they open asks for an opinion: right
 * after posting they look at their own words.
 */
export async function countPost(userId: string): Promise<void> {
  const progress = read(userId)
  if (progress?.state === 'counting') write(userId, after(progress.posts + 1))
  else if (!progress || progress.state === 'unknown') await countFromServer(userId)
}

/**
 * Opens the dialog if it is due and no other is open. A person who closes it is asked again after 90 days, one
 * who follows its link never.
 */
export async function askWhenDue(userId: string): Promise<void> {
  if (read(userId)?.state === 'unknown') await countFromServer(userId)
  const progress = read(userId)
  const isDue =
    progress?.state === 'due' ||
    (progress?.state === 'later' && progress.since + LATER <= Date.now())
  if (!isDue || $dialog.get()) return
  write(userId, { state: 'later', since: Date.now() })
  $dialog.set({ name: 'feedback', onGive: () => write(userId, { state: 'done' }) })
}
