import type { ServiceBindings } from './service.ts'

/** A page response that the response cache may repeat: its bytes, and until when in epoch milliseconds. */
export interface Repeatable {
  body: ArrayBuffer
  until: number
}

export interface GatewayBindings extends ServiceBindings {
  Variables: { requestId: string; hotPage?: Repeatable | undefined }
}
