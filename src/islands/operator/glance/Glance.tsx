import { useCallback, useEffect, useState } from 'react'
import { HOUR_S } from '../../../domain/durations.ts'
import type { Failure } from '../../../api/call.ts'
import type { Glance as Figures } from '../../../contract/glance-schema.ts'
import { TOKYO_OFFSET_MS } from '../../../domain/tokyo-time.ts'
import { translate, type Messages, type Translate } from '../../../i18n/translate.ts'
import { authorizedCall } from '../../../stores/session.ts'
import { failureText } from '../../ui/failure-text.ts'
import { BarChart } from './BarChart.tsx'
import { GlanceTables } from './GlanceTables.tsx'
import { bytesText, numberText } from '../numbers.ts'
import { timeOf } from '../format-time.ts'

/** Milliseconds between two readings while the page is in sight. */
const INTERVAL_MS = 30_000

/** Today at a glance (`docs/product.md#the-operators-desk`): figures, charts and what needs attention. */
export function Glance({ messages }: { messages: Messages }) {
  const t = translate(messages)
  const [figures, setFigures] = useState<Figures>()
  const [failure, setFailure] = useState<Failure>()
  const load = useCallback(async () => {
    const result = await authorizedCall('operator', 'GET /glance', {})
    if (!result.ok) return setFailure(result)
    setFailure(undefined)
    setFigures(result.results[0])
  }, [])
  useEffect(() => {
    void load()
    const timer = setInterval(() => document.hidden || void load(), INTERVAL_MS)
    return () => clearInterval(timer)
  }, [load])

  return (
    <section className="glance" aria-labelledby="glance-title" aria-busy={!figures && !failure}>
      <h2 id="glance-title">{t('glance.title')}</h2>
      {failure && (
        <p className="form-error" role="alert">
          {failureText(t, failure)}
        </p>
      )}
      {!figures && !failure && <p role="status">{t('desk.loading')}</p>}
      {figures && <Shown {...{ t, figures }} />}
    </section>
  )
}

function Shown({ t, figures }: { t: Translate; figures: Figures }) {
  const { alarms, days, hours, cases, mail, database } = figures
  const today = days.at(-1)!
  const failures = hours.reduce((sum, hour) => sum + hour.failures, 0)
  const requests = hours.reduce((sum, hour) => sum + hour.requests, 0)
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
    ['errors', numberText(failures), t('glance.errorsNote', { requests: numberText(requests) })],
    ['questionDays', numberText(figures.questionDays)],
    [
      'database',
      bytesText(database.bytes),
      t(database.daysLeft === null ? 'glance.databaseNote' : 'glance.databaseDays', {
        limit: bytesText(database.limit),
        days: numberText(database.daysLeft ?? 0),
      }),
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
            <dd data-long={value.length > 10 || !/\d/.test(value) || undefined}>
              {value}
              {note && <small>{note}</small>}
            </dd>
          </div>
        ))}
      </dl>
      <div className="glance-charts">
        <BarChart
          t={t}
          title={t('glance.chartDays')}
          head={t('glance.day')}
          series={[
            { name: t('glance.posts'), color: 'olive' },
            { name: t('glance.people'), color: 'blue' },
            { name: t('glance.signUps'), color: 'green' },
          ]}
          rows={days.map(({ day, posts, people, signUps }) => ({
            label: `${Number(day.slice(5, 7))}/${Number(day.slice(8))}`,
            values: [posts, people, signUps],
          }))}
        />
        <BarChart
          t={t}
          title={t('glance.chartHours')}
          head={t('glance.hour')}
          series={[
            { name: t('glance.requests'), color: 'olive' },
            { name: t('glance.failures'), color: 'red' },
          ]}
          rows={lastHours(figures).map(({ from, requests: all, failures: failed }) => ({
            // Tokyo's hour.
            label: `${new Date(from * 1000 + TOKYO_OFFSET_MS).getUTCHours()}:00`,
            values: [all, failed],
          }))}
        />
      </div>
      <GlanceTables {...{ t, figures }} />
      <p className="field-hint">
        {t('glance.measured', { time: timeOf(t, figures.at) })} {t('glance.unknown')}
      </p>
    </>
  )
}

/** 24 hours to the present one; those without a request are not counted by the site. */
function lastHours({ at, hours }: Figures): Figures['hours'] {
  const present = at - (at % HOUR_S)
  return Array.from({ length: 24 }, (_, index) => {
    const from = present - (23 - index) * HOUR_S
    return hours.find((hour) => hour.from === from) ?? { from, requests: 0, failures: 0 }
  })
}

type GlanceFigure =
  | 'readers'
  | 'posts'
  | 'people'
  | 'signUps'
  | 'cases'
  | 'mail'
  | 'errors'
  | 'questionDays'
  | 'database'
