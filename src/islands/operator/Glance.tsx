import type { CSSProperties } from 'react'
import type { Glance as Figures } from '../../contract/calls/operator-glance.ts'
import { DAYS_AHEAD } from '../../domain/question-pool.ts'
import { t, type MessageKey } from '../../i18n/translate.ts'
import { call } from '../../stores/call.ts'
import { useLoad } from '../ui/use-load.ts'
import { DeskFailure } from './DeskFailure.tsx'
import { numberText, shortDay, timeOf } from './format.ts'
import { useRefresh } from './use-refresh.ts'

const columns = ['glance.day', 'glance.posts', 'glance.people', 'glance.signUps'] as const

/** Today's figures and alerts (`docs/product.md#the-operators-desk`). */
export default function Glance() {
  const { value, failure, load } = useLoad(() => call('operator', 'GET /glance', {}))
  const figures = value?.[0]
  useRefresh(load)
  return (
    <section className="glance" aria-busy={!figures && !failure}>
      {failure && <DeskFailure failure={failure} onRetry={() => void load()} />}
      {!figures && !failure && <p role="status">{t('desk.loading')}</p>}
      {figures && <GlanceFigures figures={figures} />}
    </section>
  )
}

function GlanceFigures({ figures }: { figures: Figures }) {
  const { alarms, days, cases, mail, database } = figures
  const today = days.at(-1)!
  const most = Math.max(1, ...days.map(({ posts }) => posts))
  const { urgent, appealed } = cases
  const others = urgent + appealed > 0 ? 'glance.others' : 'glance.open'
  const waiting = (
    [
      ['glance.urgent', urgent, '/operator/cases'],
      ['glance.appealed', appealed, '/operator/cases'],
      [others, cases.open - urgent, '/operator/cases'],
      ['glance.suggestions', figures.suggestions, '/operator/questions#suggestions'],
      ['glance.emptyDays', DAYS_AHEAD - figures.questionDays, '/operator/questions'],
    ] as const
  ).filter(([, count]) => count > 0)
  const tiles: [key: MessageKey, value: string, note?: string][] = [
    ['glance.readers', figures.readers === null ? '–' : numberText(figures.readers)],
    [
      'glance.today.posts',
      numberText(today.posts),
      t('glance.today.people', { count: numberText(today.people) }),
    ],
    [
      'glance.mail',
      numberText(mail.delivered),
      mail.waiting + mail.failed > 0 ? t('glance.mailNote', mail) : '',
    ],
    [
      'glance.database',
      `${numberText(Math.ceil((1000 * database.bytes) / database.limit) / 10)}%`,
      t('glance.ofLimit'),
    ],
  ]
  return (
    <>
      {alarms.length > 0 && (
        <ul className="glance-alarms" role="list">
          {alarms.map(({ name, value, since }) => (
            <li key={name}>
              {t(`alarm.${name as 'cronLate'}`, { value })}{' '}
              <span>{t('desk.since', { time: timeOf(since) })}</span>
            </li>
          ))}
        </ul>
      )}
      {waiting.length > 0 && (
        <ul className="glance-waiting" role="list">
          {waiting.map(([key, count, href]) => (
            <li key={key}>
              <a
                className={`button button-quiet${key === 'glance.urgent' ? ' danger' : ''}`}
                href={href}
              >
                {t(key, { count })}
              </a>
            </li>
          ))}
        </ul>
      )}
      {alarms.length === 0 && <p className="glance-well">{t('glance.well')}</p>}
      <dl className="glance-figures">
        {tiles.map(([key, value, note]) => (
          <div key={key}>
            <dt>{t(key)}</dt>
            <dd>
              {value}
              {note && <small>{note}</small>}
            </dd>
          </div>
        ))}
      </dl>
      <table className="glance-days">
        <caption>{t('glance.lastDays')}</caption>
        <thead>
          <tr>
            {columns.map((key) => (
              <th key={key} scope="col">
                {t(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(({ day, posts, people, signUps }) => (
            <tr key={day}>
              <th scope="row">{shortDay(day)}</th>
              <td style={{ '--part': posts / most } as CSSProperties}>{numberText(posts)}</td>
              <td>{numberText(people)}</td>
              <td>{numberText(signUps)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
