import { serverNow } from '../../../api/server-clock.ts'
import { type Problems } from '../../ui/Form.tsx'
import { actionFailureText } from '../../ui/failure-text.ts'
import { saveFile } from '../../../browser/save-file.ts'
import type { ExportRow, ImportRow } from '../../../contract/question-desk-schemas.ts'
import {
  EXPORT_ROWS_PER_CALL,
  IMPORT_ROWS_PER_CALL,
  MAX_IMPORT_ROWS,
} from '../../../domain/question-import.ts'
import { addDays, tokyoDay } from '../../../domain/question-day.ts'
import { t } from '../../../i18n/translate.ts'
import { call } from '../../../stores/call.ts'

/** The columns of a file, a row with a date, and one with days of every year. */
export const exampleFile = (topic: string): string =>
  `ja,en,topic,date,season
…,…,${topic},${addDays(tokyoDay(serverNow()), 30)},
…,…,${topic},,12-25..12-31`

/** The rows of a file, or the sentence about its problem. */
export async function readRows(file: File): Promise<readonly ImportRow[] | string> {
  const { readQuestionFile, QuestionFileError } = await import('../../../api/question-file.ts')
  try {
    const rows = readQuestionFile(new Uint8Array(await file.arrayBuffer()))
    return rows.length > MAX_IMPORT_ROWS
      ? t('questions.import.tooMany', { max: MAX_IMPORT_ROWS })
      : rows
  } catch (error) {
    if (!(error instanceof QuestionFileError)) throw error
    return t(`questions.import.file.${error.problem}`, { line: error.line ?? 1 })
  }
}

/** Sends the rows and has them checked; `undefined` after a failure. */
export async function sendRows(rows: readonly ImportRow[], onSent: (count: number) => void) {
  let importId: string | undefined
  for (let sent = 0; sent < rows.length; sent += IMPORT_ROWS_PER_CALL) {
    onSent(sent)
    const result = await call('operator', 'POST /import/row', {
      ...(importId && { importId }),
      rows: rows.slice(sent, sent + IMPORT_ROWS_PER_CALL),
    })
    if (!result.ok) return undefined
    importId = result.results[0]?.importId
  }
  const checked = await call('operator', 'GET /import', { importId: importId ?? '' })
  return checked.ok ? checked.results[0] : undefined
}

/** Saves all own questions as a file, unless one page fails. */
export async function exportQuestions(say: (sentence: string) => void): Promise<Problems> {
  const rows: ExportRow[] = []
  for (;;) {
    const after = rows.at(-1)?.poolId
    const range = { ...(after && { after }), limit: String(EXPORT_ROWS_PER_CALL) }
    const result = await call('operator', 'GET /export', range)
    if (!result.ok) return { form: actionFailureText(result, 'desk.failed') }
    rows.push(...result.results)
    if (result.results.length < EXPORT_ROWS_PER_CALL) break
  }
  if (rows.length === 0) {
    say(t('questions.export.none'))
    return {}
  }
  const { writeQuestionFile } = await import('../../../api/question-file.ts')
  saveFile(new Blob([writeQuestionFile(rows)], { type: 'text/csv' }), 'questions.csv')
  return {}
}
