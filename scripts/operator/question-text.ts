import { FALLBACK_LANGUAGE } from '../../src/domain/language.ts'
import type { CalendarDay, PoolQuestion } from '../../src/contract/question-desk-schemas.ts'

/** A day of the calendar in lines. */
export function calendarLine({ day, question, forecast, replaced }: CalendarDay): string {
  const shown = question ?? forecast
  if (!shown) return `${day}  no question`
  const kind = question ? (question.isScheduled ? 'scheduled' : 'by itself') : 'forecast'
  const facts = [
    kind,
    shown.source,
    question && `${question.usersCount} answered`,
    shown.lastAsked && `last asked ${shown.lastAsked}`,
    shown.poolId,
  ]
  const lines = [
    ...Object.values(shown.texts).map((text, index) => `${index ? ' '.repeat(10) : day}  ${text}`),
    `            ${facts.filter(Boolean).join(', ')}`,
    ...replaced.map(
      ({ texts, usersCount }) =>
        `            replaced: ${texts[FALLBACK_LANGUAGE]} (${usersCount} answered)`,
    ),
  ]
  return lines.join('\n')
}

/** A question of the pool in lines. */
export function poolText(one: PoolQuestion): string {
  const facts = [
    `version ${one.version}`,
    one.source,
    one.topicId,
    one.season && `every ${one.season}`,
    one.isRetired && 'retired',
    one.lastAsked ? `last asked ${one.lastAsked}` : 'never asked',
    one.scheduled.length > 0 && `scheduled ${one.scheduled.join(' ')}`,
  ]
  return [one.poolId, ...Object.values(one.texts), facts.filter(Boolean).join(', ')].join('\n')
}
