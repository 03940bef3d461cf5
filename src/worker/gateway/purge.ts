import { forgetHotPages } from './hot-pages.ts'
import { forgetPages, type StoredPage } from './page-memory.ts'
import { edgeStore } from './page-store.ts'

/** Tags that one purge takes. */
const MOST_TAGS = 30
/** What was being rendered, or was read from a replica that lagged, is stored by then; milliseconds. */
const AGAIN_AFTER_MS = 5_000

/**
 * Takes the pages of these questions out of every layer, after something on them was deleted: now, and once more when
 * whatever was on its way is stored. What stands in other places lives no longer than the pages' own lifetimes.
 */
export async function forgetQuestions(ctx: ExecutionContext, ids: string[]): Promise<void> {
  const tags = ids.map((id) => `question:${id}`)
  await forgetTags(ctx, tags)
  ctx.waitUntil(scheduler.wait(AGAIN_AFTER_MS).then(() => forgetTags(ctx, tags)))
}

/**
 * Lets go of every page in this isolate, where a deletion was answered: the entrypoint of the pages may run in another
 * one, and a service elsewhere knows neither.
 */
export function forgetHere(): void {
  forgetHotPages()
  forgetPages(() => true)
}

async function forgetTags(ctx: ExecutionContext, tags: string[]): Promise<void> {
  forgetHotPages()
  const keys = forgetPages((page) => tags.some((tag) => isTagged(page, tag)))
  await Promise.all(keys.map((key) => edgeStore.remove(key)))
  for (let start = 0; start < tags.length; start += MOST_TAGS) {
    await ctx.cache?.purge({ tags: tags.slice(start, start + MOST_TAGS) })
  }
}

function isTagged({ headers }: StoredPage, tag: string): boolean {
  return headers.some(([name, value]) => name === 'cache-tag' && value.split(',').includes(tag))
}
