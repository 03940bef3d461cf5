import { t } from '../../../i18n/translate.ts'
import { useState, useRef, useTransition } from 'react'
import type { QuestionFileFormat } from '../../../api/question-file.ts'
import { Field } from '../../ui/Field.tsx'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { MINUTE_MS } from '../../../domain/durations.ts'
import type { ExportRow, ImportRow, ImportState } from '../../../contract/question-desk-schemas.ts'
import {
  EXPORT_ROWS_PER_CALL,
  IMPORT_ROWS_PER_CALL,
  MAX_IMPORT_ROWS,
} from '../../../domain/question-import.ts'
import { call } from '../../../stores/call.ts'

const ROWS_SHOWN = 5

export default function Import() {
  const { running, problem, taken, read, take } = useImport()
  const [isFailed, setFailed] = useState(false)
  const [isBusy, startTaking] = useTransition()
  const [fileName, setFileName] = useState('')
  const state = running?.state
  const save = async (format: QuestionFileFormat) => setFailed(!(await exportQuestions(format)))
  return (
    <section className="import" aria-label={t('questions.view.import')}>
      <p>{t('questions.import.about')}</p>
      <p className="field-hint">{t('questions.import.columns')}</p>
      <Field
        label={t('questions.import.file')}
        type="file"
        accept=".csv,.json,text/csv,application/json"
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (!file) return
          setFileName(file.name)
          void read(file)
          // Allows choosing the corrected file of the same name again.
          target.value = ''
        }}
      />
      {fileName && <p translate="no">{fileName}</p>}
      <FormProblem text={problem} />
      {running && !state && (
        <label className="field">
          <span role="status">
            {t('questions.import.progress', { done: running.sent, total: running.rows.length })}
          </span>
          <progress max={running.rows.length} value={running.sent} />
        </label>
      )}
      <p className="form-notice" role="status">
        {taken !== undefined && t('questions.import.taken', { rows: taken })}
      </p>
      {state && (
        <div className="questions-confirm">
          <p>{t('questions.import.found', { rows: state.rows, scheduled: state.scheduled })}</p>
          {state.problemCount > 0 ? (
            <>
              <FormProblem text={t('questions.import.problems', { count: state.problemCount })} />
              <ul className="import-problems">
                {state.problems.map(({ line, problem: kind, field = '', other = '' }, index) => (
                  <li key={index}>
                    {t('questions.import.line', {
                      line,
                      problem: t(`questions.row.${kind}`, { field, other }),
                    })}
                  </li>
                ))}
              </ul>
              {state.problemCount > state.problems.length && (
                <p className="field-hint">
                  {t('questions.import.first', { count: state.problems.length })}
                </p>
              )}
            </>
          ) : (
            <>
              <p className="field-hint">{t('questions.import.fine')}</p>
              <p className="field-hint">{t('questions.import.preview')}</p>
              <ul className="import-rows">
                {running.rows.slice(0, ROWS_SHOWN).map(({ line, texts, date, season }) => (
                  <li key={line}>
                    {Object.entries(texts).map(([language, text]) => (
                      <span key={language} lang={language}>
                        {text}
                      </span>
                    ))}
                    <small>{date ?? season}</small>
                  </li>
                ))}
              </ul>
              <button
                type="button"
                className="button"
                disabled={isBusy}
                onClick={() => startTaking(take)}
              >
                {t('questions.import.take', { rows: state.rows })}
              </button>
            </>
          )}
        </div>
      )}
      <hr />
      <p>{t('questions.export.about')}</p>
      <div className="form-actions">
        <button type="button" className="button button-quiet" onClick={() => void save('csv')}>
          {t('questions.export.csv')}
        </button>
        <button type="button" className="button button-quiet" onClick={() => void save('json')}>
          {t('questions.export.json')}
        </button>
      </div>
      {isFailed && <p className="form-error">{t('error.network')}</p>}
    </section>
  )
}

interface Running {
  rows: readonly ImportRow[]
  sent: number
  state?: ImportState
}

function useImport() {
  const [running, setRunning] = useState<Running>()
  const [problem, setProblem] = useState('')
  const [taken, setTaken] = useState<number>()
  /** Counts files, so that rows of an earlier one are no longer sent. */
  const latest = useRef(0)

  const read = async (file: File) => {
    const run = ++latest.current
    setTaken(undefined)
    setProblem('')
    setRunning(undefined)
    const { readQuestionFile, QuestionFileError } = await import('../../../api/question-file.ts')
    try {
      const rows = readQuestionFile(new Uint8Array(await file.arrayBuffer()), file.name)
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

/** Saves all own questions as a file, unless one page fails. */
async function exportQuestions(format: QuestionFileFormat): Promise<boolean> {
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
