import { useState, type ReactNode } from 'react'
import { errorCode } from '../../../api/result.ts'
import { t } from '../../../i18n/translate.ts'
import type { Suggestion } from '../../../contract/calls/suggestion.ts'
import { Actions } from '../../ui/Actions.tsx'
import { hasDraft } from '../desk-drafts.ts'
import { pastDayText } from '../format.ts'
import { Translation } from '../Translation.tsx'
import { useDesk, refusalOf } from './desk-context.ts'
import { Disclosure, Pages } from './PoolList.tsx'
import { QuestionEditor } from './QuestionEditor.tsx'
import { call } from '../../../stores/call.ts'

export default function Suggestions() {
  const { announce, suggestions: pages } = useDesk()
  /** Decided by others meanwhile: what is written becomes a question of one's own. */
  const [gone, setGone] = useState<readonly string[]>([])
  const toPool = (
    <a key="pool" href="#pool">
      {t('questions.dayOf')}
    </a>
  )
  const actionsOn = ({ suggestionId, text, lang }: Suggestion) => {
    const decided = (done: ReactNode) => {
      announce(done)
      pages.change((list) => list.filter((one) => one.suggestionId !== suggestionId))
    }
    return [
      {
        text: t('questions.add'),
        isMain: true,
        isOpen: hasDraft(suggestionId),
        renderForm: (close: () => void) => (
          <QuestionEditor
            name={suggestionId}
            first={{ [lang]: text }}
            submit={t('questions.add')}
            onSubmit={async (written, isTyped) => {
              const isGone = gone.includes(suggestionId)
              const question = { ...written, ...(!isGone && { suggestionId }) }
              const result = await call('operator', 'POST /question', question)
              if (!result.ok && result.field === 'suggestionId') {
                setGone([...gone, suggestionId])
                return { form: t('questions.problem.suggestionId') }
              }
              if (!result.ok) return refusalOf(result, isTyped)
              return decided([t(`questions.done.${isGone ? 'added' : 'chosen'}`), ' ', toPool])
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
          const isGone = result.code === errorCode.dataNotFound
          if (!result.ok && !isGone) return refusalOf(result)
          return decided(t(`questions.done.${isGone ? 'decidedBefore' : 'declined'}`))
        },
      },
    ]
  }
  return (
    <section className="pool" aria-label={t('questions.view.suggestions')}>
      <Pages pages={pages} empty={t('questions.noSuggestions')}>
        {(one) => (
          <li key={one.suggestionId}>
            <Disclosure
              drafts={[one.suggestionId]}
              line={
                <>
                  <span className="calendar-text" lang={one.lang} dir="auto">
                    <span>{one.text}</span>
                  </span>
                  <span className="calendar-facts">
                    <span>{t('questions.suggestedOn', { day: pastDayText(one.day) })}</span>
                    <span>{t(one.isCredited ? 'questions.credited' : 'questions.uncredited')}</span>
                  </span>
                </>
              }
            >
              {() => (
                <>
                  <Translation text={one.text} language={one.lang} />
                  <Actions actions={actionsOn(one)} />
                </>
              )}
            </Disclosure>
          </li>
        )}
      </Pages>
    </section>
  )
}
