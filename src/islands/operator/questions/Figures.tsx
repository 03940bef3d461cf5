import { t } from '../../../i18n/translate.ts'
import { useState } from 'react'
import type { QuestionFigures } from '../../../contract/question-desk-schemas.ts'
import { questionPath } from '../../../domain/question.ts'
import { call } from '../../../stores/call.ts'
import { SelectField } from '../../ui/SelectField.tsx'
import { usePages } from '../../ui/use-pages.ts'
import { Actions } from '../../ui/Actions.tsx'
import { dayText, numberText } from '../format.ts'
import { PAGE, type PartProps, rangeAfter, useDesk, useReturn } from './desk-context.ts'
import { Pages, QuestionTexts } from './PoolList.tsx'
import { EditInPlace } from './QuestionEditor.tsx'

const names = ['relative', 'people', 'answers', 'again', 'length', 'english', 'reports'] as const
const orders = [...names, 'day'] as const
const shares = ['relative', 'again', 'english']

/** Past days with their figures, the weakest first. */
export default function Figures({ isShown }: PartProps) {
  const [by, setBy] = useState<(typeof orders)[number]>('relative')
  const { announce } = useDesk()
  const pages = usePages<QuestionFigures>(
    (known, _, count) =>
      call('operator', 'GET /question/figures', { by, ...rangeAfter(known, count) }),
    { key: by, size: PAGE },
  )
  useReturn(isShown, pages.reload)
  const rewriting = (poolId: string) => ({
    text: t('questions.edit'),
    renderForm: (close: () => void) => {
      const onCancel = () => {
        close()
        void pages.reload()
      }
      const onSaved = () => {
        announce(t('questions.done.saved'))
        onCancel()
      }
      return <EditInPlace {...{ poolId, onSaved, onCancel }} />
    },
  })
  return (
    <section className="pool" aria-label={t('questions.view.figures')}>
      <p className="field-hint">{t('questions.figures.about')}</p>
      <SelectField
        label={t('questions.figures.order')}
        value={by}
        options={orders.map((name) => [name, t(`questions.figures.${name}`)])}
        onChange={(name) => setBy(name as typeof by)}
      />
      <Pages pages={pages} empty={t('questions.figures.none')}>
        {(one) => (
          <li key={one.questionId} className="figures">
            <div>
              <a href={questionPath(one.questionId)}>
                <time dateTime={one.day}>{dayText(one.day)}</time>
              </a>
              <QuestionTexts texts={one.texts} />
              <span className="calendar-facts">
                {one.isSuggested && <span>{t('questions.kind.suggestion')}</span>}
                {one.isFlat && (
                  <span className="desk-badge" data-kind="held">
                    {t('questions.figures.flat')}
                  </span>
                )}
              </span>
            </div>
            <dl>
              {names.map((name) => (
                <div key={name} data-chosen={name === by || undefined}>
                  <dt>{t(`questions.figures.${name}`)}</dt>
                  <dd>{numberText(one[name]) + (shares.includes(name) ? '%' : '')}</dd>
                </div>
              ))}
            </dl>
            {one.isFlat && one.poolId && <Actions actions={[rewriting(one.poolId)]} />}
          </li>
        )}
      </Pages>
    </section>
  )
}
