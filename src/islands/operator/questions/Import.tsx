import { useState } from 'react'
import type { QuestionFileFormat } from '../../../api/question-file.ts'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { useDesk } from './desk-context.ts'
import { exportQuestions, useImport } from './use-import.ts'

/** Rows of a file that are shown before it is taken. */
const ROWS_SHOWN = 5

/** Questions from a file, all or none, and into a file. */
export function Import() {
  const { t } = useDesk()
  const { running, problem, taken, read, take } = useImport()
  const [isFailed, setFailed] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const state = running?.state
  const save = async (format: QuestionFileFormat) => setFailed(!(await exportQuestions(format)))
  return (
    <section className="import" aria-label={t('questions.view.import')}>
      <p>{t('questions.import.about')}</p>
      <p className="field-hint">{t('questions.import.columns')}</p>
      <label className="field">
        <span>{t('questions.import.file')}</span>
        <input
          type="file"
          accept=".csv,.json,text/csv,application/json"
          onChange={({ target }) => {
            if (target.files?.[0]) void read(target.files[0])
            // The corrected file has the same name, and choosing it again is a change.
            target.value = ''
          }}
        />
      </label>
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
                onClick={() => {
                  setBusy(true)
                  void take().finally(() => setBusy(false))
                }}
              >
                {t('questions.import.take', { rows: state.rows })}
              </button>
            </>
          )}
        </div>
      )}
      <hr />
      <p>{t('questions.export.about')}</p>
      <div className="questions-actions">
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
