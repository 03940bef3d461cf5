import { z } from 'zod'
import { MINUTE_MS } from '../../domain/durations.ts'
import { EXPORT_ROWS_PER_CALL, IMPORT_ROWS_PER_CALL } from '../../domain/question-import.ts'
import { defineCalls, results } from '../call.ts'
import { sample } from '../examples.ts'
import { entryLimit } from '../fields.ts'
import { exportRowSchema, importRowSchema, importStateSchema } from '../question-desk-schemas.ts'

const state = results(z.array(importStateSchema).length(1), 'the import')

/** Bytes of the most and longest rows. */
const ROWS_LIMIT = 1024 * 1024

/** All or nothing: rows are staged, checked together, and applied at once. */
export const importCalls = defineCalls('operator', {
  addImportRows: {
    endpoint: 'POST /import/row',
    summary: 'Lay out rows of an import; nothing is asked before all of it is taken',
    access: 'editor',
    bodyLimit: ROWS_LIMIT,
    body: z.strictObject({
      importId: z.string().optional().describe('absent: a new import'),
      rows: z.array(importRowSchema).min(1).max(IMPORT_ROWS_PER_CALL),
    }),
    timeoutMs: MINUTE_MS,
    success: results(z.array(z.object({ importId: z.string() })).length(1), 'the import'),
    errors: ['dataNotFound'],
    example: {
      rows: [
        {
          line: 2,
          texts: { ja: '今日の音は？', en: 'What did today sound like?' },
          topic: 'morning',
        },
      ],
    },
  },
  checkImport: {
    endpoint: 'GET /import',
    hasNoRules: true,
    summary: 'What an import would do, and what is wrong with its rows',
    access: 'editor',
    query: z.object({ importId: z.string().describe('the import’s id') }),
    success: state,
    errors: ['dataNotFound'],
    example: { importId: sample.importId },
  },
  takeImport: {
    endpoint: 'POST /import',
    summary: 'Take every row of an import, or none',
    description: '406 with the field `rows` while a row has a problem.',
    access: 'editor',
    body: z.strictObject({ importId: z.string() }),
    success: state,
    errors: ['dataNotFound'],
    example: { importId: sample.importId },
  },
  exportQuestions: {
    endpoint: 'GET /export',
    summary: 'The site’s own questions that are not retired, in the form of an import',
    access: 'editor',
    query: z.strictObject({
      after: z.string().optional().describe('a question’s id: those after it'),
      limit: entryLimit(EXPORT_ROWS_PER_CALL, 500),
    }),
    success: results(z.array(exportRowSchema), 'questions'),
    example: { limit: '500' },
  },
})
