import { gatewayCalls } from '../../contract/calls/gateway.ts'
import { createService } from '../http/create-service.ts'
import { log } from '../logging/log.ts'
import { pageRoutes } from '../pages/page-routes.ts'

const { sendVitals } = gatewayCalls

/**
 * `POST /service/vitals` (`docs/product.md#service-contract`): one log line for each report, with nothing of its sender.
 * An unknown path may contain anything, so it is logged as `other`.
 */
export const vitalsService = createService(
  { sendVitals },
  {
    sendVitals(c, { page, language, metrics }) {
      log(c.env, 'info', 'vitals', {
        page: Object.hasOwn(pageRoutes, page) ? page : 'other',
        language,
        ...Object.fromEntries(metrics.map(({ name, value }) => [name, value])),
      })
    },
  },
)
