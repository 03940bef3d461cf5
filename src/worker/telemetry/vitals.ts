import { tokyoDay } from '../../domain/question-day.ts'
import { now } from '../config/clock.ts'
import { gatewayCalls } from '../../contract/calls/gateway.ts'
import type { PageVitals } from '../../contract/vitals-schema.ts'
import { createService } from '../http/create-service.ts'
import { countVitals } from './batched-vitals.ts'
import { pageRoutes } from '../pages/page-routes.ts'

/** Two significant digits bound the number of rows. */
function rounded(value: number): number {
  return Number(value.toPrecision(2))
}

function rowOf({ name, value }: PageVitals['metrics'][number]) {
  return { metric: name, value: Math.round(rounded(name === 'CLS' ? value * 1000 : value)) }
}

/** A page's name in the table: an unknown path may contain anything, so it is `other`. */
function pageName(path: string): string {
  return Object.hasOwn(pageRoutes, path) ? path : 'other'
}

const { sendVitals } = gatewayCalls

/**
 * `POST /service/vitals` (`docs/product.md#service-contract`): counted by Tokyo day, page, language and
 * value, with nothing of who sent it.
 */
export const vitalsService = createService(
  { sendVitals },
  {
    sendVitals(c, { page, language, metrics }) {
      const counted = { day: tokyoDay(now(c.env)), page: pageName(page), language }
      countVitals(
        c.env,
        c.executionCtx,
        metrics.map((metric) => ({ ...counted, ...rowOf(metric) })),
      )
    },
  },
)
