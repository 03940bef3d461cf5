import { t } from '../../../i18n/translate.ts'
import { Fragment, type ReactNode, useState } from 'react'
import type { QuestionFigures } from '../../../contract/question-desk-schemas.ts'
import { questionPath } from '../../../domain/question.ts'
import { call } from '../../../stores/call.ts'
import { usePages } from '../../ui/use-pages.ts'
import { Badge } from '../Badge.tsx'
import { Actions } from '../../ui/Actions.tsx'
import { dayText, numberText } from '../format.ts'
import { PAGE, rangeAfter, useDesk, useReturn } from './desk-context.ts'
import { Pages, QuestionTexts } from './PoolList.tsx'
import { editing } from './question-forms.tsx'

const names = ['relative', 'people', 'answers', 'again', 'length', 'english', 'reports'] as const
const orders = ['day', ...names] as const
const shares = ['relative', 'again', 'english']

/** Past days with their figures, the weakest first. */
export default function Figures() {
  const [by, setBy] = useState<(typeof orders)[number]>('relative')
  const { announce } = useDesk()
  const pages = usePages<QuestionFigures>(
    (known, _, count) =>
      call('operator', 'GET /question/figures', { by, ...rangeAfter(known, count) }),
    { key: by, size: PAGE },
  )
  useReturn('figures', pages.reload)
  const rewriting = (poolId: string) =>
    editing({
      poolId,
      onCancelled: pages.reload,
      onSaved: async () => {
        await pages.reload()
        announce(t('questions.done.saved'))
      },
    })
  const table = (rows: ReactNode) => (
    <table className="figures" aria-busy={!rows && !pages.failure}>
      <thead>
        <tr>
          {orders.map((name) => (
            <th key={name} scope="col" aria-sort={name === by ? 'other' : undefined}>
              <button type="button" onClick={() => setBy(name)}>
                {t(`questions.figures.${name}`)}
              </button>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{rows}</tbody>
    </table>
  )
  return (
    <section className="pool" aria-label={t('questions.view.figures')}>
      <p className="field-hint">{t('questions.figures.about')}</p>
      <Pages pages={pages} empty={t('questions.figures.none')} wrap={table}>
        {(one) => (
          <Fragment key={one.questionId}>
            <tr>
              <th scope="row">
                <a href={questionPath(one.questionId)}>
                  <time dateTime={one.day}>{dayText(one.day)}</time>
                </a>
                <QuestionTexts texts={one.texts} />
                <span className="calendar-facts">
                  {one.isSuggested && <span>{t('questions.kind.suggestion')}</span>}
                  {one.isFlat && <Badge kind="held">{t('questions.figures.flat')}</Badge>}
                </span>
              </th>
              {names.map((name) => (
                <td
                  key={name}
                  data-name={t(`questions.figures.${name}`)}
                  data-chosen={name === by || undefined}
                >
                  {numberText(one[name]) + (shares.includes(name) ? '%' : '')}
                </td>
              ))}
            </tr>
            {one.isFlat && one.poolId && (
              <tr>
                <td colSpan={orders.length}>
                  <Actions actions={[rewriting(one.poolId)]} />
                </td>
              </tr>
            )}
          </Fragment>
        )}
      </Pages>
    </section>
  )
}
