import { useState, type ReactNode } from 'react'
import type { CallResult } from '../../api/result.ts'
import type { MessageKey } from '../../i18n/translate.ts'
import { FormProblem, LoadFailure } from '../ui/Form.tsx'
import { actionFailureText } from '../ui/failure-text.ts'
import { useLoad } from '../ui/use-load.ts'

type End = (ending: Promise<CallResult<unknown>>, done: string) => void

interface Props<Entry> {
  read: () => Promise<CallResult<Entry[]>>
  endFailed: MessageKey
  /** An `li`, whose button ends its entry. */
  renderRow: (entry: Entry, end: End) => ReactNode
  renderAfter: (entries: Entry[], end: End) => ReactNode
}

/** People or devices, each with a button that removes it. */
export function PeopleList<Entry>(props: Props<Entry>) {
  const { read, endFailed, renderRow, renderAfter } = props
  const { value: entries, load, failure, retry } = useLoad(read)
  const [problem, setProblem] = useState('')
  const [notice, setNotice] = useState('')
  const end: End = async (ending, done) => {
    setProblem('')
    setNotice('')
    const result = await ending
    if (result.ok) setNotice(done)
    else setProblem(actionFailureText(result, endFailed))
    await load()
    // The focused button was removed with its row.
    if (result.ok) document.querySelector<HTMLElement>('.people')?.focus()
  }
  return (
    <div className="form">
      <FormProblem text={problem} />
      <LoadFailure failure={failure} failed="settings.listFailed" onRetry={retry} />
      <p className="form-notice" role="status">
        {notice}
      </p>
      <ul className="people" role="list" tabIndex={-1} aria-busy={!entries && !failure}>
        {entries?.map((entry) => renderRow(entry, end))}
      </ul>
      {entries && renderAfter(entries, end)}
    </div>
  )
}
