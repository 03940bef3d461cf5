import { operatorCalls } from '../../../contract/contract.ts'
import { createService } from '../../http/create-service.ts'
import {
  addAnnouncement,
  listAnnouncements,
  readAnnouncement,
  withdrawAnnouncement,
} from './announcements.ts'
import { readCalendar } from './calendar.ts'
import { changePerson } from './change-person.ts'
import { checkPictures } from './check-pictures.ts'
import { readGlance } from './glance.ts'
import { deletePerson, findPerson } from './people.ts'
import { addImportRows, checkImport, exportQuestions, takeImport } from './import.ts'
import { listWindows, planWindow } from './maintenance-windows.ts'
import { listPool, listTopics, readPoolQuestion } from './pool.ts'
import { moveDay, scheduleDay } from './schedule.ts'
import { declineSuggestion, listSuggestions } from './suggestion-desk.ts'
import { addQuestion, editQuestion, retireQuestion } from './write-question.ts'

/** `docs/decisions/0017-operator-desk.md` */
export const operatorService = createService(operatorCalls, {
  readCalendar,
  readGlance,
  findPerson,
  changePerson,
  deletePerson,
  checkPictures,
  scheduleDay,
  moveDay,
  listPool,
  readPoolQuestion,
  addQuestion,
  editQuestion,
  retireQuestion,
  listSuggestions,
  declineSuggestion,
  listTopics,
  addImportRows,
  checkImport,
  takeImport,
  exportQuestions,
  readAnnouncement,
  listAnnouncements,
  addAnnouncement,
  withdrawAnnouncement,
  listWindows,
  planWindow,
})
