import { t } from '../../../i18n/translate.ts'
import { useState } from 'react'
import type { Suggestion } from '../../../contract/calls/suggestion.ts'
import { Actions } from './ConfirmForm.tsx'
import { useDesk, pastDayText, refusalText } from './desk-context.ts'
import { PAGE, Pages, PoolDisclosure } from './PoolList.tsx'
import { QuestionEditor } from './QuestionEditor.tsx'
import { call } from '../../../stores/call.ts'
import { usePages } from '../../ui/use-pages.ts'

export default function Suggestions() {
  const { announce } = useDesk()
  const [open, setOpen] = useState<string>()
  const pages = usePages<Suggestion>(
    ({ length }) =>
      call('operator', 'GET /suggestion', { offset: String(length), limit: String(PAGE) }),
    { key: '', size: PAGE },
  )
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
              pages.remove(one)
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
            question: t('questions.declineAsk'),
            run: async () => {
              const result = await call('operator', 'PUT /suggestion/decline', { suggestionId })
              if (!result.ok) return { form: refusalText(result) }
              return onDecided(t('questions.done.declined'))
            },
          },
        ]}
      />
    </PoolDisclosure>
  )
}
