import { AsyncLocalStorage } from 'node:async_hooks'

const ends = new AsyncLocalStorage<number>()

/** Runs the work with one time budget, in milliseconds, for all its remote calls together. */
export function withTimeBudget<Result>(milliseconds: number, work: () => Result): Result {
  return ends.run(Date.now() + milliseconds, work)
}

/** Milliseconds that one call may take: its own limit, or less when less is left of the budget. */
export function remainingTime(milliseconds: number): number {
  const end = ends.getStore()
  return end === undefined ? milliseconds : Math.max(0, Math.min(milliseconds, end - Date.now()))
}
