import { AsyncLocalStorage } from 'node:async_hooks'

const ends = new AsyncLocalStorage<number>()

/** Does work whose calls of services elsewhere have these milliseconds all together, however many they are. */
export function inSharedTime<Result>(milliseconds: number, work: () => Result): Result {
  return ends.run(Date.now() + milliseconds, work)
}

/** What a call may take at most of the time that it shares with others; milliseconds. */
export function timeFor(milliseconds: number): number {
  const end = ends.getStore()
  return end === undefined ? milliseconds : Math.max(0, Math.min(milliseconds, end - Date.now()))
}
