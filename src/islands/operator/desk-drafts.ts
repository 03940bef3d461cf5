import { storages, storeChoice } from '../../api/storage.ts'
import { $user } from '../../stores/user.ts'

/** The end of a session keeps it for the same person, a log out does not (`stores/sign-out.ts`). */
const key = () => `DeskDrafts:${$user.get()?.userId}`

const drafts = (): Record<string, unknown> => JSON.parse(storages()[0]?.getItem(key()) ?? '{}')

/** What is being written in this tab, by the name of its form. */
export const readDraft = <Draft>(name: string) => drafts()[name] as Draft | undefined

export const hasDraft = (name: string) => readDraft(name) !== undefined

/** Without a draft: it was sent or cancelled. */
export function keepDraft(name: string, draft?: unknown): void {
  storeChoice(key(), JSON.stringify({ ...drafts(), [name]: draft }), storages()[0])
}
