import { newShortId, SHORT_ID_LENGTH } from '../../db/id.ts'
import { sha256 } from '../../keys/keyed-hash.ts'

/**
 * The id of what a person posts on a question with an idempotency key: the same for the same key, so that the unique index of
 * ids stores it once; a random one without a key.
 */
export async function keyedId(
  userId: string,
  questionId: string,
  key: string | undefined,
): Promise<string> {
  if (key === undefined) return newShortId()
  return (await sha256(`${userId} ${questionId} ${key}`)).slice(0, SHORT_ID_LENGTH)
}
