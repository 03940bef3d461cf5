import type { CSSProperties } from 'react'
import type { Glance as Figures } from '../../contract/calls/operator-glance.ts'
import type { CalendarDay } from '../../contract/question-desk-schemas.ts'
import { addDays, tokyoDay } from '../../domain/question-day.ts'
import { DAYS_AHEAD } from '../../domain/question-pool.ts'
import { questionPath } from '../../domain/question.ts'
import { t, type MessageKey } from '../../i18n/translate.ts'
import { serverNow } from '../../api/server-clock.ts'
import { call } from '../../stores/call.ts'
import { textIn } from '../../stores/language.ts'
import { useLoad } from '../ui/use-load.ts'
import { DeskFailure } from './DeskFailure.tsx'
import { numberText, shortDay, timeOf } from './format.ts'
import { useRefresh } from './use-refresh.ts'

const columns = ['glance.day', 'glance.posts', 'glance.people', 'glance.signUps'] as const

const casePath = (caseId: string) => `/operator/cases#${caseId}`

/** Today's figures and alerts (`docs/product.md#the-operators-desk`). */
export default function Glance() {
  const { value, failure, load } = useLoad(() => call('operator', 'GET /glance', {}))
  const figures = value?.[0]
  const from = tokyoDay(serverNow())
  const range = { from, until: addDays(from, DAYS_AHEAD) }
  const calendar = useLoad(() => call('operator', 'GET /calendar', range))
  const isLoaded = figures && (calendar.value || calendar.failure)
  useRefresh(load)
  return (
    <section className="glance" aria-busy={!isLoaded && !failure}>
      {failure && <DeskFailure failure={failure} onRetry={() => void load()} />}
      {!isLoaded && !failure && <p role="status">{t('desk.loading')}</p>}
      {isLoaded && <GlanceFigures figures={figures} calendar={calendar.value ?? []} />}
    </section>
  )
}

/** @param calendar today and the days to come, if they are known */
function GlanceFigures({ figures, calendar }: { figures: Figures; calendar: CalendarDay[] }) {
  const { alarms, days, cases, mail, database } = figures
  const today = days.at(-1)!
  const most = Math.max(1, ...days.map(({ posts }) => posts))
  const asked = calendar[0]?.question
  const gaps = calendar.filter(({ question, forecast }) => !question && !forecast)
  const ahead = calendar.slice(1).filter((one) => !gaps.includes(one))
  const planned = ahead.filter(({ question }) => question?.isScheduled).length
  const elsewhere = cases.find(({ kind }) => kind === 'elsewhere')
  const waiting = (
    [
      ...cases
        .filter((one) => one !== elsewhere)
        .map(({ kind, count, caseId }) => [kind, count, casePath(caseId)] as const),
      ['suggestions', figures.suggestions, '/operator/questions#suggestions'],
      ['emptyDays', gaps.length, '/operator/questions'],
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
      <div className="glance">
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
            {waiting.map(([kind, count, href]) => (
              <li key={kind}>
                <a data-kind={kind} href={href}>
                  {t(`glance.${kind}`)} <b>{numberText(count)}</b>
                </a>
              </li>
            ))}
          </ul>
        )}
        {elsewhere && (
          <a className="link-button" href={casePath(elsewhere.caseId)}>
            {t('glance.elsewhere', { count: numberText(elsewhere.count) })}
          </a>
        )}
        {alarms.length === 0 && <p className="glance-well">{t('glance.well')}</p>}
        {calendar.length > 0 && (
          <div className="glance-asked">
            {asked && <p>{t('glance.asked')}</p>}
            {asked && <a href={questionPath(asked.questionId)}>{textIn(asked.texts)}</a>}
            <a className="link-button" href="/operator/questions">
              {t('glance.ahead', { planned, automatic: ahead.length - planned })}
            </a>
          </div>
        )}
      </div>
      <div className="glance">
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
      </div>
    </>
  )
}
