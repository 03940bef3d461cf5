import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { Failure } from '../../api/result.ts'
import { serverNow } from '../../api/server-clock.ts'
import type { AnsweredDay } from '../../contract/schemas.ts'
import { addDays, tokyoDay, tokyoDayStart } from '../../domain/question-day.ts'
import type { Translate } from '../../i18n/translate.ts'
import { call } from '../../stores/call.ts'
import { $user } from '../../stores/user.ts'
import { LoadFailure } from '../ui/LoadFailure.tsx'
import { Month } from './Month.tsx'

const RHYTHM_DAYS = 14

interface Props {
  t: Translate
  chosen: AnsweredDay | undefined
  onChoose: (day: AnsweredDay) => void
  changes: number
}

/** Fourteen days as dots, and a month with marks (`docs/product.md#profile`). */
export function Journal({ t, chosen, onChoose, changes }: Props) {
  // Nobody can post before activation.
  const isActivated = useStore($user, { ssr: 'initial' })?.activated
  const [today, setToday] = useState('')
  const [month, setMonth] = useState('')
  const [days, setDays] = useState<ReadonlyMap<string, AnsweredDay>>(new Map())
  const [failure, setFailure] = useState<Failure>()
  const [tries, setTries] = useState(0)

  // The day at build time may differ.
  useEffect(() => {
    const look = () => {
      if (document.hidden) return
      const now = tokyoDay(serverNow())
      setToday(now)
      setMonth((shown) => shown || now.slice(0, 7))
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])

  useEffect(() => {
    if (!isActivated || !month) return undefined
    let isCurrent = true
    const rhythm = addDays(today, 1 - RHYTHM_DAYS)
    const first = `${month}-01`
    const from = month === today.slice(0, 7) && rhythm < first ? rhythm : first
    const until = addDays(monthAfter(month, 1) + '-01', -1)
    void call('comment', 'GET /comment/days', { from, until }).then((result) => {
      if (!isCurrent) return
      setFailure(result.ok ? undefined : result)
      if (result.ok) setDays((known) => new Map([...known, ...byDay(result.results)]))
    })
    return () => {
      isCurrent = false
    }
  }, [isActivated, month, today, changes, tries])

  return (
    <section className="journal" aria-labelledby="journal-title">
      <p className="rhythm" role="img" aria-label={t('journal.rhythm')}>
        {Array.from({ length: RHYTHM_DAYS }, (_, index) => {
          const day = today && addDays(today, index + 1 - RHYTHM_DAYS)
          return <i key={index} data-answered={days.get(day)?.isAnswered || undefined} />
        })}
      </p>
      <h2 id="journal-title" className="visually-hidden">
        {t('journal.calendar')}
      </h2>
      <Month
        t={t}
        month={month}
        isLast={month === today.slice(0, 7)}
        days={days}
        chosen={chosen}
        onChoose={onChoose}
        onTurn={(months) => setMonth(monthAfter(month, months))}
      />
      <LoadFailure
        {...{ t, failure }}
        failed="journal.failed"
        onRetry={() => setTries((count) => count + 1)}
      />
    </section>
  )
}

/** If a question was replaced, its day has two: prefer the answered one. */
function byDay(results: readonly AnsweredDay[]): Map<string, AnsweredDay> {
  const found = new Map<string, AnsweredDay>()
  for (const entry of results) if (!found.get(entry.day)?.isAnswered) found.set(entry.day, entry)
  return found
}

/** The month (`YYYY-MM`) after `months`; negative for earlier. */
function monthAfter(month: string, months: number): string {
  const start = new Date(tokyoDayStart(`${month}-15`))
  start.setUTCMonth(start.getUTCMonth() + months)
  return tokyoDay(start.getTime()).slice(0, 7)
}
