/** An execution context for a service that is called in this process. */
export const lifetime = {
  waitUntil() {},
  passThroughOnException() {},
  props: {},
} as unknown as ExecutionContext
