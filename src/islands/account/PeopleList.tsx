import { useState, type ReactNode } from 'react'
import type { CallResult } from '../../api/result.ts'
import type { MessageKey } from '../../i18n/translate.ts'
import { actionFailureText } from '../ui/failure-text.ts'
import { FormProblem } from '../ui/FormProblem.tsx'
import { QuietButton } from '../ui/QuietButton.tsx'
import { LoadFailure } from '../ui/LoadFailure.tsx'
import { useLoad } from '../ui/use-load.ts'

type End = (ending: Promise<CallResult<unknown>>, done: string) => void

interface Row {
  key: string
  name: string
  isPerson?: boolean
  notes: readonly (string | false)[]
  /** The button that ends the entry; only a sentence for one that cannot be ended. */
  end:
    | { text: string; label: string; run: () => Promise<CallResult<unknown>>; done: string }
    | string
}

interface Props<Entry> {
  read: () => Promise<CallResult<Entry[]>>
  failed: MessageKey
  endFailed: MessageKey
  rowOf: (entry: Entry) => Row
  renderAfter: (entries: Entry[], end: End) => ReactNode
}

/** People or devices, each with a button that removes it. */
export function PeopleList<Entry>(props: Props<Entry>) {
  const { read, failed, endFailed, rowOf, renderAfter } = props
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
      <LoadFailure failure={failure} failed={failed} onRetry={retry} />
      <p className="form-notice" role="status">
        {notice}
      </p>
      <ul className="people" role="list" tabIndex={-1} aria-busy={!entries && !failure}>
        {entries?.map(rowOf).map(({ key, name, isPerson, notes, end: way }) => (
          <li key={key}>
            <span>
              <b translate={isPerson ? 'no' : undefined}>{name}</b>
              {notes.map((note) => note && <small key={note}>{note}</small>)}
            </span>
            {typeof way === 'string' ? (
              <small>{way}</small>
            ) : (
              <QuietButton aria-label={way.label} onClick={() => end(way.run(), way.done)}>
                {way.text}
              </QuietButton>
            )}
          </li>
        ))}
      </ul>
      {entries && renderAfter(entries, end)}
    </div>
  )
}
