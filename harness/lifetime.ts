/** `ExecutionContext` for services that run in this process. */
export const lifetime = {
  waitUntil() {},
  passThroughOnException() {},
  props: {},
} as unknown as ExecutionContext
