import { errorCode, isTransient } from '../../../api/result.ts'
import { t } from '../../../i18n/translate.ts'
import { useRef, useState } from 'react'
import { Field } from '../../ui/Field.tsx'
import { Form, type Problems, useForm, FormProblem } from '../../ui/Form.tsx'
import { ConfirmForm, PressForm } from '../../ui/ConfirmForm.tsx'
import type { ImportRow, ImportState } from '../../../contract/question-desk-schemas.ts'
import { pageLanguage, textIn } from '../../../stores/language.ts'
import { dayText, oneLine, seasonText } from '../format.ts'
import { Entries, Entry } from '../Entries.tsx'
import { useDesk } from './desk-context.ts'
import { exampleFile, exportQuestions, readRows, sendRows } from './question-files.ts'
import { insteadOf, useDaysToCome } from './use-days-to-come.ts'
import { call } from '../../../stores/call.ts'

const ROWS_SHOWN = 5

interface Upload {
  rows: readonly ImportRow[]
  sent: number
  state?: ImportState
}

export default function Import() {
  const { topics, announce } = useDesk()
  const [topic] = topics
  const field = useRef<HTMLInputElement>(null)
  const [upload, setUpload] = useState<Upload>()

  const form = useForm(async (): Promise<Problems> => {
    const file = field.current?.files?.[0]
    if (!file) return {}
    setUpload(undefined)
    const rows = await readRows(file)
    if (typeof rows === 'string') return { form: rows }
    const state = await sendRows(rows, (sent) => setUpload({ rows, sent }))
    setUpload(state && { rows, sent: rows.length, state })
    return state ? {} : { form: t('questions.import.failed') }
  })
  /** The import whose answer was lost. */
  const lost = useRef('')
  const close = () => {
    setUpload(undefined)
    field.current!.value = ''
  }
  const take = async (state: ImportState): Promise<Problems> => {
    const { importId } = state
    const result = await call('operator', 'POST /import', { importId })
    const [taken] = result.ok ? result.results : []
    if (isTransient(result)) lost.current = importId
    const reread = !taken && (await call('operator', 'GET /import', { importId }))
    if (reread && reread.ok) setUpload({ ...upload!, state: reread.results[0]! })
    // What is added is gone, as is one that was left for a day.
    const isGone = reread && reread.code === errorCode.dataNotFound
    if (!taken && !(isGone && lost.current === importId))
      return { form: t('questions.import.failed') }
    close()
    const { rows, known, scheduled } = taken ?? state
    const added = rows - known
    const to = added ? 'pool' : 'calendar'
    announce([
      t('questions.import.taken', { rows, added, scheduled }),
      ' ',
      <a key={to} href={`#${to}`}>
        {t(`questions.view.${to}`)}
      </a>,
    ])
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
          onChange={() => form.submit()}
          ref={field}
        >
          {topic && <pre className="desk-words field-hint">{exampleFile(textIn(topic.name))}</pre>}
        </Field>
      </Form>
      <Entries title={t('questions.import.topics')} isOpen={false}>
        {[...Map.groupBy(topics, ({ category }) => textIn(category))].map(([category, those]) => (
          <Entry key={category} title={category}>
            {` ${oneLine(...those.map(({ name }) => textIn(name)))}`}
          </Entry>
        ))}
      </Entries>
      <p className="form-notice" role="status">
        {form.isBusy &&
          upload &&
          t('questions.import.progress', { done: upload.sent, total: upload.rows.length })}
      </p>
      {upload?.state && (
        <Checked
          {...upload.state}
          rows={upload.rows}
          onTake={() => take(upload.state!)}
          onCancel={close}
        />
      )}
      <hr />
      <p>{t('questions.export.about')}</p>
      <div className="form-actions">
        <PressForm text={t('questions.export.csv')} run={() => exportQuestions(announce)} />
      </div>
    </section>
  )
}

interface CheckedProps extends Omit<ImportState, 'rows'> {
  rows: readonly ImportRow[]
  onTake: () => Promise<Problems>
  onCancel: () => void
}

/** What was found in a file: its problems, or its first rows and the button that adds all. */
function Checked({ rows, problems, onTake, onCancel, ...state }: CheckedProps) {
  const { scheduled, known, problemCount } = state
  const { topics } = useDesk()
  const topicName = (given?: string) =>
    topics.find(({ topicId, name }) => [topicId, ...Object.values(name)].includes(given ?? ''))
      ?.name[pageLanguage()] ?? given
  const days = useDaysToCome()
  const dayAt = (date?: string) => days?.find(({ day }) => day === date)
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
        <ul className="import-rows" role="list">
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
    <ConfirmForm
      submit={t('questions.import.take', { rows: rows.length })}
      onSubmit={onTake}
      onCancel={onCancel}
    >
      {found}
      <p className="field-hint">{t('questions.import.fine')}</p>
      <ul className="import-rows" role="list">
        {rows.slice(0, ROWS_SHOWN).map(({ line, texts, date, season, topic }) => (
          <li key={line}>
            {Object.entries(texts).map(([language, text]) => (
              <span key={language} lang={language}>
                {text}
              </span>
            ))}
            <small>
              {oneLine(
                date && dayText(date),
                insteadOf(dayAt(date), texts['ja']),
                season && t('questions.yearly', { season: seasonText(season) }),
                topicName(topic),
              )}
            </small>
          </li>
        ))}
      </ul>
    </ConfirmForm>
  )
}
