import { useEffect, useEffectEvent } from 'react'
import type { Glance as Figures } from '../../contract/calls/operator-glance.ts'
import { translate, type Messages, type Translate } from '../../i18n/translate.ts'
import { call } from '../../stores/call.ts'
import { failureText } from '../ui/failure-text.ts'
import { useLoad } from '../ui/use-load.ts'
import { bytesText, numberText, timeOf } from './format.ts'

const INTERVAL_MS = 30_000

/** Today's figures and alerts (`docs/product.md#the-operators-desk`). */
export function Glance({ messages }: { messages: Messages }) {
  const t = translate(messages)
  const { value, failure, load } = useLoad(() => call('operator', 'GET /glance', {}))
  const figures = value?.[0]
  const onInterval = useEffectEvent(() => document.hidden || void load())
  useEffect(() => {
    const timer = setInterval(() => onInterval(), INTERVAL_MS)
    return () => clearInterval(timer)
  }, [])

  return (
    <section className="glance" aria-labelledby="glance-title" aria-busy={!figures && !failure}>
      <h2 id="glance-title">{t('glance.title')}</h2>
      {failure && (
        <p className="form-error" role="alert">
          {failureText(t, failure)}
        </p>
      )}
      {!figures && !failure && <p role="status">{t('desk.loading')}</p>}
      {figures && <GlanceFigures {...{ t, figures }} />}
    </section>
  )
}

function GlanceFigures({ t, figures }: { t: Translate; figures: Figures }) {
  const { alarms, days, cases, mail, database } = figures
  const today = days.at(-1)!
  const tiles: [key: GlanceFigure, value: string, note?: string][] = [
    ['readers', figures.readers === null ? '–' : numberText(figures.readers)],
    ['posts', numberText(today.posts)],
    ['people', numberText(today.people)],
    ['signUps', numberText(today.signUps)],
    ['cases', numberText(cases.open + cases.appealed)],
    [
      'mail',
      numberText(mail.delivered),
      t('glance.mailNote', { waiting: numberText(mail.waiting), failed: numberText(mail.failed) }),
    ],
    ['questionDays', numberText(figures.questionDays)],
    [
      'database',
      bytesText(database.bytes),
      t('glance.ofLimit', { limit: bytesText(database.limit) }),
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
              <span>{t('desk.since', { time: timeOf(t, since) })}</span>
            </li>
          ))}
        </ul>
      )}
      <dl className="glance-figures">
        {tiles.map(([key, value, note]) => (
          <div key={key}>
            <dt>{t(`glance.${key}`)}</dt>
            <dd data-long={value.length > 10 || undefined}>
              {value}
              {note && <small>{note}</small>}
            </dd>
          </div>
        ))}
      </dl>
      <DayTable {...{ t, days }} />
      <p className="field-hint">{t('glance.measured', { time: timeOf(t, figures.at) })}</p>
    </>
  )
}

function DayTable({ t, days }: { t: Translate; days: Figures['days'] }) {
  return (
    <table className="glance-days">
      <caption>{t('glance.lastDays')}</caption>
      <thead>
        <tr>
          {(['day', 'posts', 'people', 'signUps'] as const).map((key) => (
            <th key={key} scope="col">
              {t(`glance.${key}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map(({ day, posts, people, signUps }) => (
          <tr key={day}>
            <th scope="row">{`${Number(day.slice(5, 7))}/${Number(day.slice(8))}`}</th>
            <td>{numberText(posts)}</td>
            <td>{numberText(people)}</td>
            <td>{numberText(signUps)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type GlanceFigure =
  | 'readers'
  | 'posts'
  | 'people'
  | 'signUps'
  | 'cases'
  | 'mail'
  | 'questionDays'
  | 'database'
