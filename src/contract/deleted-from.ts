import type { Context } from 'hono'

/**
 * On the 205 of a service: the ids of the questions from whose pages something is gone, with commas between. The
 * gateway forgets these pages and tells nobody; where a service leaves the header out, those of every question.
 */
export const DELETED_FROM = 'Deleted-From'

/** Ids that one header carries, and one purge takes. */
const MOST_IDS = 30
/** What that header may say. */
export const QUESTION_IDS = /^(?:[\w-]{1,32}(?:,[\w-]{1,32}){0,29})?$/

/** Names the questions whose pages have lost something; of very many it is as well to forget all. */
export function tellDeletedFrom(c: Context, questionIds: readonly string[]): void {
  if (questionIds.length <= MOST_IDS) c.header(DELETED_FROM, questionIds.join(','))
}
