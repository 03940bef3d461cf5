import { oneLine } from '../format.ts'
import { t } from '../../../i18n/translate.ts'
import { useRef, useState } from 'react'
import { Field } from '../../ui/Field.tsx'
import { Form, type Problems, useForm } from '../../ui/Form.tsx'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { failureText } from '../../ui/failure-text.ts'
import { ConfirmForm } from '../../ui/ConfirmForm.tsx'
import { PressForm } from '../../ui/PressForm.tsx'
import { MINUTE_MS } from '../../../domain/durations.ts'
import type {
  DeskTopic,
  ExportRow,
  ImportRow,
  ImportState,
} from '../../../contract/question-desk-schemas.ts'
import {
  EXPORT_ROWS_PER_CALL,
  IMPORT_ROWS_PER_CALL,
  MAX_IMPORT_ROWS,
} from '../../../domain/question-import.ts'
import { pageLanguage } from '../../../stores/language.ts'
import { useDesk } from './desk-context.ts'
import { call } from '../../../stores/call.ts'

const ROWS_SHOWN = 5
interface Upload {
  rows: readonly ImportRow[]
  sent: number
  state?: ImportState
}

export default function Import() {
  const file = useRef<File>(undefined)
  const [upload, setUpload] = useState<Upload>()
  const [taken, setTaken] = useState<ImportState>()

  const form = useForm(async (): Promise<Problems> => {
    if (!file.current) return {}
    setTaken(undefined)
    setUpload(undefined)
    const rows = await readRows(file.current)
    if (typeof rows === 'string') return { form: rows }
    const state = await send(rows, (sent) => setUpload({ rows, sent }))
    setUpload(state && { rows, sent: rows.length, state })
    return state ? {} : { form: t('questions.import.failed') }
  })
  const take = async ({ importId }: ImportState): Promise<Problems> => {
    const result = await call('operator', 'POST /import', { importId })
    if (!result.ok) return { form: t('questions.import.failed') }
    setUpload(undefined)
    setTaken(result.results[0])
    return {}
  }
  return (
    <section className="import" aria-label={t('questions.view.import')}>
      <p>{t('questions.import.about')}</p>
      <Form form={form}>
        <Field
          label={t('questions.import.file')}
          hint={t('questions.import.columns')}
          type="file"
          accept=".csv,text/csv"
          disabled={form.isBusy}
          // Allows choosing the corrected file of the same name again.
          onClick={({ currentTarget }) => (currentTarget.value = '')}
          onChange={({ target }) => {
            file.current = target.files?.[0]
            form.submit()
          }}
        />
      </Form>
      {form.isBusy && upload && (
        <label className="field">
          <span role="status">
            {t('questions.import.progress', { done: upload.sent, total: upload.rows.length })}
          </span>
          <progress max={upload.rows.length} value={upload.sent} />
        </label>
      )}
      <p className="form-notice" role="status">
        {taken &&
          t('questions.import.taken', {
            rows: taken.rows,
            added: taken.rows - taken.known,
            scheduled: taken.scheduled,
          })}
      </p>
      {upload?.state && (
        <Checked
          {...upload.state}
          rows={upload.rows}
          onTake={() => take(upload.state!)}
          onCancel={() => setUpload(undefined)}
        />
      )}
      <hr />
      <p>{t('questions.export.about')}</p>
      <div className="form-actions">
        <PressForm text={t('questions.export.csv')} run={exportQuestions} />
      </div>
    </section>
  )
}

/** Of a row without a topic the service takes the first one. */
const topicOf = (topics: readonly DeskTopic[], name: string | undefined) => {
  const topic = name ? topics.find(({ topicId }) => topicId === name) : topics[0]
  return topic?.name[pageLanguage()] ?? name
}

interface CheckedProps extends Omit<ImportState, 'rows'> {
  rows: readonly ImportRow[]
  onTake: () => Promise<Problems>
  onCancel: () => void
}

/** What was found in a file: its problems, or its first rows and the button that adds all. */
function Checked({
  rows,
  scheduled,
  known,
  problemCount,
  problems,
  onTake,
  onCancel,
}: CheckedProps) {
  const { topics } = useDesk()
  const found = (
    <>
      <p>{t('questions.import.found', { rows: rows.length, scheduled })}</p>
      {known > 0 && <p>{t('questions.import.known', { known })}</p>}
    </>
  )
  if (problemCount > 0)
    return (
      <>
        {found}
        <FormProblem text={t('questions.import.problems', { count: problemCount })} />
        <ul className="import-rows">
          {problems.map(({ line, problem: kind, field = '', other = '' }, index) => (
            <li key={index}>
              {t('questions.import.line', {
                line,
                problem: t(`questions.row.${kind}`, { field, other }),
              })}
            </li>
          ))}
        </ul>
        {problemCount > problems.length && (
          <p className="field-hint">{t('questions.import.first', { count: problems.length })}</p>
        )}
      </>
    )
  return (
    <ConfirmForm submit={t('questions.import.take')} onSubmit={onTake} onCancel={onCancel}>
      {found}
      <p className="field-hint">{t('questions.import.fine')}</p>
      <ul className="import-rows">
        {rows.slice(0, ROWS_SHOWN).map(({ line, texts, date, season, topic }) => (
          <li key={line}>
            {Object.entries(texts).map(([language, text]) => (
              <span key={language} lang={language}>
                {text}
              </span>
            ))}
            <small>{oneLine(date ?? season, topicOf(topics, topic))}</small>
          </li>
        ))}
      </ul>
    </ConfirmForm>
  )
}

/** The rows of a file, or the sentence about its problem. */
async function readRows(file: File): Promise<readonly ImportRow[] | string> {
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

async function send(rows: readonly ImportRow[], onSent: (count: number) => void) {
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
async function exportQuestions(): Promise<Problems> {
  const rows: ExportRow[] = []
  for (;;) {
    const after = rows.at(-1)?.poolId
    const range = { ...(after && { after }), limit: String(EXPORT_ROWS_PER_CALL) }
    const result = await call('operator', 'GET /export', range)
    if (!result.ok) return { form: failureText(result) }
    rows.push(...result.results)
    if (result.results.length < EXPORT_ROWS_PER_CALL) break
  }
  const { writeQuestionFile } = await import('../../../api/question-file.ts')
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([writeQuestionFile(rows)], { type: 'text/csv' }))
  link.download = 'questions.csv'
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), MINUTE_MS)
  return {}
}
