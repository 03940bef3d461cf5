import { operatorCalls } from '../../../contract/contract.ts'
import { createService } from '../../http/create-service.ts'
import * as announcements from './announcements.ts'
import * as calendar from './calendar.ts'
import * as changePerson from './change-person.ts'
import * as checkPictures from './check-pictures.ts'
import * as glance from './glance.ts'
import * as people from './people.ts'
import * as importing from './import.ts'
import * as maintenanceWindows from './maintenance-windows.ts'
import * as pool from './pool.ts'
import * as schedule from './schedule.ts'
import * as suggestionDesk from './suggestion-desk.ts'
import * as writeQuestion from './write-question.ts'

/** `docs/decisions/0017-operator-desk.md` */
export const operatorService = createService(operatorCalls, {
  ...announcements,
  ...calendar,
  ...changePerson,
  ...checkPictures,
  ...glance,
  ...people,
  ...importing,
  ...maintenanceWindows,
  ...pool,
  ...schedule,
  ...suggestionDesk,
  ...writeQuestion,
})
