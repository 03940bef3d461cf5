import { importCalls } from './operator-import.ts'
import { peopleCalls } from './operator-people.ts'
import { announcementCalls } from './operator-announcements.ts'
import { questionDeskCalls } from './operator-questions.ts'

/** The operator's desk (`docs/product.md#the-operators-desk`). */
export const operatorCalls = {
  ...questionDeskCalls,
  ...importCalls,
  ...peopleCalls,
  ...announcementCalls,
} as const
