import { z } from 'zod'
import { APPEAL_LENGTH } from '../../domain/moderation.ts'
import { defineCalls, results } from '../call.ts'
import { sample } from '../examples.ts'
import { entryLimit } from '../fields.ts'
import { caseSchema, caseSummarySchema, decisionFields, refusalReason } from '../case-schemas.ts'

const read = { caseId: sample.caseId, version: 3 }

const oneCase = results(z.array(caseSchema).length(1), 'the case')

export const caseCalls = defineCalls('moderation', {
  listCases: {
    endpoint: 'GET /case',
    summary:
      'The queue: cases that wait, urgent ones, then the heaviest and oldest first; or the decided ones, newest first',
    access: 'moderator',
    query: z.object({
      state: z.literal('closed').optional().describe('those decided instead of those that wait'),
      after: z.string().optional().describe('a case’s id: those after it'),
      limit: entryLimit(50, 20),
    }),
    success: results(z.array(caseSummarySchema), 'cases', {
      'Next-After': 'the `after` of the next page; absent on the last',
    }),
    example: { limit: '20' },
  },
  readCase: {
    endpoint: 'GET /case/detail',
    hasNoRules: true,
    summary: 'A case with its context',
    access: 'moderator',
    query: z.object({
      caseId: z.string().describe('a case’s id, or the number of its report, request or appeal'),
    }),
    success: oneCase,
    errors: ['dataNotFound'],
    example: { caseId: sample.caseId },
  },
  decideCase: {
    endpoint: 'POST /case/decision',
    summary: 'Decide a case in one step',
    description:
      '406 with the field `version` when another moderator changed the case since, or its decision is final; ' +
      'a decision on a closed case replaces the earlier one; no one acts on a person with a higher ' +
      'or equal role (-1016).',
    access: 'moderator',
    body: z.strictObject(decisionFields),
    purges: 'pages',
    success: oneCase,
    errors: ['dataNotFound', 'userPrivilegeNotFound'],
    example: {
      ...read,
      action: 'hide',
      ground: { kind: 'terms', text: '利用ルール 2：特定の人への攻撃' },
      explanation: '特定の人を名指しで攻撃する内容のため、非表示にしました。',
    },
  },
  decideAppeal: {
    endpoint: 'POST /appeal/decision',
    summary: 'Decide an appeal; by another person where there is one',
    access: 'moderator',
    body: z.strictObject({
      caseId: z.string(),
      version: z.int(),
      outcome: z.enum(['upheld', 'reversed']),
      explanation: z.string().trim().min(1).max(APPEAL_LENGTH),
      refusalReason,
    }),
    purges: 'pages',
    success: oneCase,
    errors: ['dataNotFound', 'userPrivilegeNotFound'],
    example: {
      ...read,
      outcome: 'upheld',
      explanation: '判断は変わりません。',
    },
  },
  inquire: {
    endpoint: 'POST /request/inquiry',
    summary: 'Ask the author about a request; a reply is due in seven days',
    access: 'moderator',
    body: z.strictObject({ caseId: z.string(), version: z.int(), reference: z.string() }),
    success: oneCase,
    errors: ['dataNotFound', 'userPrivilegeNotFound'],
    example: { ...read, reference: sample.requestReference },
  },
})
