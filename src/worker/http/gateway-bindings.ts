import type { RequestIdVariables } from 'hono/request-id'
import type { ServiceBindings } from './service.ts'

export interface GatewayBindings extends ServiceBindings {
  Variables: RequestIdVariables
}
