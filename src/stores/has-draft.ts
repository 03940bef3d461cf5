import { storages } from '../api/storage.ts'

export const hasDraft = () =>
  storages().some((storage) =>
    Object.keys(storage).some(
      // What is left of a failed post has no text.
      (key) => /^(?:Desk)?Drafts?:/.test(key) && !/^{}$|"text":""/.test(storage.getItem(key)!),
    ),
  )
