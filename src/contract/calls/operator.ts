import { questionDeskCalls } from './operator-questions.ts'

/** The operator's desk (`docs/product.md#the-operators-desk`). */
export const operatorCalls = { ...questionDeskCalls } as const
