import { useState } from 'react'
import { serverNow } from '../../api/server-clock.ts'
import type { AnsweredDay } from '../../contract/schemas.ts'
import { addDays, tokyoDay, tokyoDayStart } from '../../domain/question-day.ts'
import { t } from '../../i18n/translate.ts'
import { call } from '../../stores/call.ts'
import { LoadFailure } from '../ui/LoadFailure.tsx'
import { usePages } from '../ui/use-pages.ts'
import { useListener } from '../ui/use-listener.ts'
import { Month } from './Month.tsx'

interface Props {
  chosen: AnsweredDay | undefined
  onChoose: (day: AnsweredDay) => void
  onLeave: () => void
  changes: number
}

/** A month with marks on the answered days (`docs/product.md#profile`). */
export function AnsweredDays({ chosen, onChoose, onLeave, changes }: Props) {
  // Rendered in the browser only, where the day is known.
  const [today, setToday] = useState(() => tokyoDay(serverNow()))
  const [month, setMonth] = useState((chosen?.day ?? today).slice(0, 7))
  const [days, setDays] = useState<ReadonlyMap<string, AnsweredDay>>(new Map())
  const read = async () => {
    const range = { from: `${month}-01`, until: addDays(`${monthAfter(month, 1)}-01`, -1) }
    const result = await call('comment', 'GET /comment/days', range)
    if (result.ok) setDays((known) => new Map([...known, ...byDay(result.results)]))
    return result
  }
  const { failure, retry } = usePages(read, { key: `${month} ${today} ${changes}` })

  useListener('visibilitychange', () => setToday(tokyoDay(serverNow())))

  return (
    <section className="answered-days" aria-labelledby="answered-days">
      <h2 id="answered-days" className="visually-hidden">
        {t('journal.calendar')}
      </h2>
      <Month
        {...{ month, today, days, chosen, onChoose }}
        onTurn={(months) => {
          setMonth(monthAfter(month, months))
          onLeave()
        }}
      />
      <LoadFailure failure={failure} failed="journal.failed" onRetry={retry} />
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
