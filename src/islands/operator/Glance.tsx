import { useEffect, useEffectEvent, type CSSProperties, type ReactNode } from 'react'
import type { Glance as Figures } from '../../contract/calls/operator-glance.ts'
import { t, type MessageKey } from '../../i18n/translate.ts'
import { call } from '../../stores/call.ts'
import { useLoad } from '../ui/use-load.ts'
import { DeskFailure } from './DeskFailure.tsx'
import { numberText, shortDay, timeOf } from './format.ts'

const INTERVAL_MS = 30_000
const columns = ['glance.day', 'glance.posts', 'glance.people', 'glance.signUps'] as const

/** Today's figures and alerts (`docs/product.md#the-operators-desk`). */
export default function Glance() {
  const { value, failure, load } = useLoad(() => call('operator', 'GET /glance', {}))
  const figures = value?.[0]
  const onInterval = useEffectEvent(() => document.hidden || void load())
  useEffect(() => {
    const timer = setInterval(() => onInterval(), INTERVAL_MS)
    return () => clearInterval(timer)
  }, [])

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
  const tiles: [key: MessageKey, value: string, note?: ReactNode, href?: string][] = [
    ['glance.readers', figures.readers === null ? '–' : numberText(figures.readers)],
    [
      'glance.today.posts',
      numberText(today.posts),
      t('glance.today.people', { count: numberText(today.people) }),
    ],
    [
      'glance.cases',
      numberText(cases.open + cases.appealed),
      <>
        {cases.urgent > 0 && <b>{t('glance.urgent', { count: cases.urgent })}</b>}{' '}
        {cases.appealed > 0 && t('glance.appealed', { count: cases.appealed })}
      </>,
      '/operator/cases',
    ],
    [
      'glance.mail',
      numberText(mail.delivered),
      mail.waiting + mail.failed > 0 ? t('glance.mailNote', mail) : '',
    ],
    ['glance.questionDays', `${numberText(figures.questionDays)} / 7`, '', '/operator/questions'],
    [
      'glance.database',
      `${numberText(Math.ceil((1000 * database.bytes) / database.limit) / 10)}%`,
      t('glance.ofLimit'),
    ],
  ]
  return (
    <>
      {alarms.length === 0 ? (
        <p className="glance-well">{t('glance.well')}</p>
      ) : (
        <ul className="glance-alarms" role="list">
          {alarms.map(({ name, value, since }) => (
            <li key={name}>
              {t(`alarm.${name as 'cronLate'}`, { value })}{' '}
              <span>{t('desk.since', { time: timeOf(since) })}</span>
            </li>
          ))}
        </ul>
      )}
      <dl className="glance-figures">
        {tiles.map(([key, value, note, href]) => (
          <div key={key}>
            <dt>{t(key)}</dt>
            <dd>
              {href ? <a href={href}>{value}</a> : value}
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
