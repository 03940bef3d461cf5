import { importCalls } from './operator-import.ts'
import { keepingCalls } from './operator-keeping.ts'
import { noticeCalls } from './operator-notices.ts'
import { questionDeskCalls } from './operator-questions.ts'

/** The operator's desk (`docs/product.md#the-operators-desk`). */
export const operatorCalls = {
  ...questionDeskCalls,
  ...importCalls,
  ...keepingCalls,
  ...noticeCalls,
} as const
