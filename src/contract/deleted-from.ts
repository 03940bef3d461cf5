import type { Context } from 'hono'
import { ID } from '../domain/id.ts'

/**
 * On the 205 of a service: the ids of the questions from whose pages something is gone, with commas between. The
 * gateway purges these pages and removes the header; without the header it purges the pages of every question.
 */
export const DELETED_FROM = 'Deleted-From'

export const deletedFromWords =
  'A service elsewhere may name in `Deleted-From` the questions (ids with commas between) whose pages have lost ' +
  'something; without it the gateway forgets the pages of all. The gateway hands the header on to nobody.'

/** Ids that one header carries, and one purge takes. */
const MAX_IDS = 30
const ONE_ID = ID.source.slice(1, -1)
/** A valid value of that header. */
export const QUESTION_IDS = new RegExp(`^(?:${ONE_ID}(?:,${ONE_ID}){0,${MAX_IDS - 1}})?$`)

/** On the response of a service: the id of a picture that is gone. The gateway purges it and tells nobody. */
export const DELETED_PICTURE = 'Deleted-Picture'
/** The source of a picture's id: it has an extension where the bucket's own domain serves the picture (decision 26). */
export const PICTURE_ID_SOURCE = String.raw`[\w-]{1,64}(?:\.(?:jpg|png))?`
/** A valid value of that header. */
export const PICTURE_ID = new RegExp(`^${PICTURE_ID_SOURCE}$`)

export function setDeletedPicture(c: Context, pictureId: string | null | undefined): void {
  if (pictureId && PICTURE_ID.test(pictureId)) c.header(DELETED_PICTURE, pictureId)
}

/** Names the questions whose pages have lost something; with too many ids the header is omitted, which purges all. */
export function setDeletedFrom(c: Context, questionIds: readonly string[]): void {
  if (questionIds.length <= MAX_IDS) c.header(DELETED_FROM, questionIds.join(','))
}
