import { importCalls } from './operator-import.ts'
import { glanceCalls } from './operator-glance.ts'
import { peopleCalls } from './operator-people.ts'
import { announcementCalls } from './operator-announcements.ts'
import { questionDeskCalls } from './operator-questions.ts'

/** The operator's desk (`docs/product.md#the-operators-desk`). */
export const operatorCalls = {
  ...questionDeskCalls,
  ...importCalls,
  ...glanceCalls,
  ...peopleCalls,
  ...announcementCalls,
} as const
