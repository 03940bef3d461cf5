import { t } from '../../../i18n/translate.ts'
import { useState } from 'react'
import type { Suggestion } from '../../../contract/calls/suggestion.ts'
import { Actions, ConfirmForm } from './ConfirmForm.tsx'
import { useDesk, pastDayText, refusalText } from './desk-context.ts'
import { Pages, PoolDisclosure, usePages } from './PoolList.tsx'
import { QuestionEditor } from './QuestionEditor.tsx'
import { call } from '../../../stores/call.ts'

export default function Suggestions() {
  const { announce } = useDesk()
  const [open, setOpen] = useState<string>()
  const pages = usePages((range) => call('operator', 'GET /suggestion', range))
  return (
    <section className="pool" aria-label={t('questions.view.suggestions')}>
      <Pages pages={pages} empty={t('questions.noSuggestions')}>
        {(one) => (
          <Entry
            key={one.suggestionId}
            one={one}
            isOpen={open === one.suggestionId}
            onToggle={() => setOpen(open === one.suggestionId ? undefined : one.suggestionId)}
            onDecided={(text) => {
              announce(text)
              setOpen(undefined)
              pages.setList((known) => known?.filter((other) => other !== one))
            }}
          />
        )}
      </Pages>
    </section>
  )
}

interface EntryProps {
  one: Suggestion
  isOpen: boolean
  onToggle: () => void
  onDecided: (text: string) => void
}

function Entry({ one, isOpen, onToggle, onDecided }: EntryProps) {
  const { suggestionId, day, text, lang, isCredited } = one
  const line = (
    <>
      <span className="calendar-text" lang={lang} dir="auto">
        {text}
      </span>
      <span className="calendar-facts">
        <span>{t('questions.suggestedOn', { day: pastDayText(day) })}</span>
        <span>{t(isCredited ? 'questions.credited' : 'questions.uncredited')}</span>
      </span>
    </>
  )
  return (
    <PoolDisclosure {...{ line, isOpen, onToggle }}>
      <Actions
        actions={[
          {
            text: t('questions.choose'),
            isMain: true,
            renderForm: (close) => (
              <QuestionEditor
                first={{ [lang]: text }}
                submit={t('questions.choose')}
                onSubmit={async (written) => {
                  const input = { ...written, suggestionId }
                  const result = await call('operator', 'POST /question', input)
                  if (!result.ok) return { form: refusalText(result) }
                  return onDecided(t('questions.done.chosen'))
                }}
                onCancel={close}
              />
            ),
          },
          {
            text: t('questions.decline'),
            renderForm: (close) => (
              <ConfirmForm
                submit={t('questions.decline')}
                focus="cancel"
                onSubmit={async () => {
                  const result = await call('operator', 'PUT /suggestion/decline', { suggestionId })
                  if (!result.ok) return { form: refusalText(result) }
                  return onDecided(t('questions.done.declined'))
                }}
                onCancel={close}
              >
                <p>{t('questions.declineAsk')}</p>
              </ConfirmForm>
            ),
          },
        ]}
      />
    </PoolDisclosure>
  )
}
