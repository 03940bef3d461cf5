import { useState } from 'react'
import type { Suggestion } from '../../../contract/calls/suggestion.ts'
import { ConfirmForm } from './ConfirmForm.tsx'
import { useDesk, pastDayText, refusalText } from './desk-context.ts'
import { PoolDisclosure, usePages } from './PoolList.tsx'
import { QuestionEditor } from './QuestionEditor.tsx'
import { call } from '../../../stores/call.ts'

export default function Suggestions() {
  const { t, announce } = useDesk()
  const [open, setOpen] = useState<string>()
  const { list, setList, more, failure, load } = usePages((range) =>
    call('operator', 'GET /suggestion', range),
  )
  const isEmpty = list?.length === 0

  return (
    <section className="pool" aria-label={t('questions.view.suggestions')}>
      {failure && <p className="form-error">{refusalText(t, failure)}</p>}
      {failure && (
        <button type="button" className="button button-quiet" onClick={() => void load()}>
          {t('desk.retry')}
        </button>
      )}
      {isEmpty && !more && <p className="field-hint">{t('questions.noSuggestions')}</p>}
      <ul className="pool-list" role="list" aria-busy={!list && !failure}>
        {list?.map((one) => (
          <Entry
            key={one.suggestionId}
            one={one}
            isOpen={open === one.suggestionId}
            onToggle={() => setOpen(open === one.suggestionId ? undefined : one.suggestionId)}
            onDecided={(text) => {
              announce(text)
              setOpen(undefined)
              setList((known) => known?.filter((other) => other !== one))
            }}
          />
        ))}
      </ul>
      {more && (
        <button type="button" className="button button-quiet" onClick={more}>
          {t('questions.more')}
        </button>
      )}
    </section>
  )
}

interface EntryProps {
  one: Suggestion
  isOpen: boolean
  onToggle: () => void
  onDecided: (text: string) => void
}

type Mode = 'view' | 'choose' | 'decline'

function Entry({ one, isOpen, onToggle, onDecided }: EntryProps) {
  const { t } = useDesk()
  const [mode, setMode] = useState<Mode>('view')
  const [problem, setProblem] = useState('')
  const { suggestionId, day, text, lang, isCredited } = one

  const decline = async () => {
    const result = await call('operator', 'PUT /suggestion/decline', { suggestionId })
    if (!result.ok) return setProblem(refusalText(t, result))
    onDecided(t('questions.done.declined'))
  }
  const open = (next: Mode) => {
    setProblem('')
    setMode(next)
  }
  const line = (
    <>
      <span className="calendar-text" lang={lang} dir="auto">
        {text}
      </span>
      <span className="calendar-facts">
        <span>{t('questions.suggestedOn', { day: pastDayText(t, day) })}</span>
        <span>{t(isCredited ? 'questions.credited' : 'questions.uncredited')}</span>
      </span>
    </>
  )
  return (
    <PoolDisclosure line={line} {...{ isOpen, problem, onToggle }}>
      {mode === 'view' && (
        <div className="questions-actions">
          <button type="button" className="button" onClick={() => open('choose')}>
            {t('questions.choose')}
          </button>
          <button type="button" className="button button-quiet" onClick={() => open('decline')}>
            {t('questions.decline')}
          </button>
        </div>
      )}
      {mode === 'choose' && (
        <QuestionEditor
          first={{ [lang]: text }}
          submitText={t('questions.choose')}
          onSubmit={async (written) => {
            const input = { ...written, suggestionId }
            const result = await call('operator', 'POST /question', input)
            if (!result.ok) return refusalText(t, result)
            onDecided(t('questions.done.chosen'))
            return undefined
          }}
          onCancel={() => open('view')}
        />
      )}
      {mode === 'decline' && (
        <ConfirmForm
          submitText={t('questions.decline')}
          focus="cancel"
          onSubmit={decline}
          onCancel={() => open('view')}
        >
          <p>{t('questions.declineAsk')}</p>
        </ConfirmForm>
      )}
    </PoolDisclosure>
  )
}
