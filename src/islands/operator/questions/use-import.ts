import { useRef, useState } from 'react'
import { MINUTE_MS } from '../../../domain/durations.ts'
import type { ExportRow, ImportRow, ImportState } from '../../../contract/question-desk-schemas.ts'
import type { QuestionFileFormat } from '../../../api/question-file.ts'
import {
  EXPORT_ROWS_PER_CALL,
  IMPORT_ROWS_PER_CALL,
  MAX_IMPORT_ROWS,
} from '../../../domain/question-import.ts'
import { useDesk } from './desk-context.ts'
import { call } from '../../../stores/call.ts'

/** A file that is being imported: its rows, how many have been sent, and what the desk found. */
interface Running {
  rows: readonly ImportRow[]
  sent: number
  state?: ImportState
}

/** Reads a file, lays its rows out and takes them; the file's script loads with the first file. */
export function useImport() {
  const { t } = useDesk()
  const [running, setRunning] = useState<Running>()
  const [problem, setProblem] = useState('')
  const [taken, setTaken] = useState<number>()
  /** Counts the files: rows of an earlier one are no longer sent. */
  const latest = useRef(0)

  const read = async (file: File) => {
    const run = ++latest.current
    setTaken(undefined)
    setProblem('')
    setRunning(undefined)
    const { parseQuestionFile, formatOf, QuestionFileError } =
      await import('../../../api/question-file.ts')
    try {
      const rows = parseQuestionFile(await file.text(), formatOf(file.name))
      if (rows.length > MAX_IMPORT_ROWS)
        return setProblem(t('questions.import.tooMany', { max: MAX_IMPORT_ROWS }))
      await send(rows, run)
    } catch (error) {
      if (!(error instanceof QuestionFileError)) throw error
      setProblem(t(`questions.import.file.${error.problem}`, { line: error.line ?? 1 }))
    }
  }

  const send = async (rows: readonly ImportRow[], run: number) => {
    let importId: string | undefined
    for (let sent = 0; sent < rows.length; sent += IMPORT_ROWS_PER_CALL) {
      setRunning({ rows, sent })
      const some = rows.slice(sent, sent + IMPORT_ROWS_PER_CALL)
      const result = await call('operator', 'POST /import/row', {
        ...(importId && { importId }),
        rows: some,
      })
      if (run !== latest.current) return
      if (!result.ok) return fail()
      importId = result.results[0]?.importId
    }
    const checked = await call('operator', 'GET /import', { importId: importId ?? '' })
    if (run !== latest.current) return
    if (!checked.ok) return fail()
    setRunning({
      rows,
      sent: rows.length,
      ...(checked.results[0] && { state: checked.results[0] }),
    })
  }
  const fail = () => {
    setRunning(undefined)
    setProblem(t('questions.import.failed'))
  }

  const take = async () => {
    const importId = running?.state?.importId
    if (!importId) return
    const result = await call('operator', 'POST /import', { importId })
    if (!result.ok) return fail()
    setRunning(undefined)
    setTaken(result.results[0]?.rows)
  }
  return { running, problem, taken, read, take }
}

/** Saves every own question as a file. @returns whether all of them could be read */
export async function exportQuestions(format: QuestionFileFormat): Promise<boolean> {
  const rows: ExportRow[] = []
  for (;;) {
    const after = rows.at(-1)?.poolId
    const range = { ...(after && { after }), limit: String(EXPORT_ROWS_PER_CALL) }
    const result = await call('operator', 'GET /export', range)
    if (!result.ok) return false
    rows.push(...result.results)
    if (result.results.length < EXPORT_ROWS_PER_CALL) break
  }
  const { writeQuestionFile } = await import('../../../api/question-file.ts')
  const type = format === 'csv' ? 'text/csv' : 'application/json'
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([writeQuestionFile(rows, format)], { type }))
  link.download = `questions.${format}`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), MINUTE_MS)
  return true
}
