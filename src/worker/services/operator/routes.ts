import { operatorCalls } from '../../../contract/contract.ts'
import { createService } from '../../http/create-service.ts'
import * as announcements from './announcements.ts'
import * as changePerson from './change-person.ts'
import * as glance from './glance.ts'
import * as people from './people.ts'
import * as importing from './import.ts'
import * as pool from './pool.ts'
import * as schedule from './calendar.ts'
import * as writeQuestion from './write-question.ts'

/** `docs/decisions/0017-operator-desk.md` */
export const operatorService = createService(operatorCalls, {
  ...announcements,
  ...changePerson,
  ...glance,
  ...people,
  ...importing,
  ...pool,
  ...schedule,
  ...writeQuestion,
})
