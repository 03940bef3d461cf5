import { t } from '../../../i18n/translate.ts'
import type { Suggestion } from '../../../contract/calls/suggestion.ts'
import { Actions } from '../../ui/Actions.tsx'
import { pastDayText } from '../format.ts'
import { useDesk, type PartProps, refusalOf } from './desk-context.ts'
import { Disclosure, Pages } from './PoolList.tsx'
import { QuestionEditor } from './QuestionEditor.tsx'
import { call } from '../../../stores/call.ts'

export default function Suggestions({ suggestions: pages }: PartProps) {
  const { announce } = useDesk()
  return (
    <section className="pool" aria-label={t('questions.view.suggestions')}>
      <Pages pages={pages} empty={t('questions.noSuggestions')}>
        {(one) => (
          <li key={one.suggestionId}>
            <Disclosure line={<SuggestionLine {...one} />}>
              {() => (
                <SuggestionActions
                  {...one}
                  onDecided={(done) => {
                    announce(done)
                    pages.change((list) =>
                      list.filter(({ suggestionId }) => suggestionId !== one.suggestionId),
                    )
                  }}
                />
              )}
            </Disclosure>
          </li>
        )}
      </Pages>
    </section>
  )
}

const SuggestionLine = ({ day, text, lang, isCredited }: Suggestion) => (
  <>
    <span className="calendar-text" lang={lang} dir="auto">
      <span>{text}</span>
    </span>
    <span className="calendar-facts">
      <span>{t('questions.suggestedOn', { day: pastDayText(day) })}</span>
      <span>{t(isCredited ? 'questions.credited' : 'questions.uncredited')}</span>
    </span>
  </>
)

interface Props extends Suggestion {
  onDecided: (text: string) => void
}

function SuggestionActions({ suggestionId, text, lang, onDecided }: Props) {
  return (
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
                const result = await call('operator', 'POST /question', {
                  ...written,
                  suggestionId,
                })
                if (!result.ok) return refusalOf(result)
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
            if (!result.ok) return refusalOf(result)
            return onDecided(t('questions.done.declined'))
          },
        },
      ]}
    />
  )
}
