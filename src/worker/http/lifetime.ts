/** The part of an execution context that services use: work that goes on after the response. */
export type Lifetime = Pick<ExecutionContext, 'waitUntil'>
