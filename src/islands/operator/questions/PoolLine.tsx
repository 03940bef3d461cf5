import type { PoolQuestion } from '../../../contract/question-desk-schemas.ts'
import { useDesk } from './desk-context.ts'
import { dayText, pastDayText, shownTexts } from './question-text.ts'

/** A question of the pool in both languages, with its days. */
export function PoolLine({ one }: { one: PoolQuestion }) {
  const { t } = useDesk()
  const { own, others } = shownTexts(one.texts)
  const days = one.scheduled.map((day) => dayText(t, day)).join(' · ')
  return (
    <>
      <span className="calendar-text">
        <span lang={own[0]}>{own[1]}</span>
        {others.map(([language, text]) => (
          <small key={language} lang={language}>
            {text}
          </small>
        ))}
      </span>
      <span className="calendar-facts">
        <span>{t(`questions.kind.${one.source}`)}</span>
        <span>
          {one.lastAsked
            ? t('questions.lastAsked', { day: pastDayText(t, one.lastAsked) })
            : t('questions.neverAsked')}
        </span>
        {one.season && <span>{t('questions.yearly', { season: one.season })}</span>}
        {days && <span>{t('questions.upcoming', { days })}</span>}
      </span>
    </>
  )
}
