import type { ServiceBindings } from './service.ts'

/** A page body that the response cache may repeat until a time in epoch milliseconds. */
export interface CacheableBody {
  body: ArrayBuffer
  until: number
}

export interface GatewayBindings extends ServiceBindings {
  Variables: { requestId: string; cacheable?: CacheableBody | undefined }
}
