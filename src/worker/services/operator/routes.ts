import { operatorCalls } from '../../../contract/calls/operator.ts'
import { createService } from '../../http/create-service.ts'
import { readCalendar } from './calendar.ts'

/** The operator's desk (`docs/decisions/0017-operator-desk.md`). */
export const operatorService = createService(operatorCalls, { readCalendar })
