import type { Decision } from '../../contract/case-schemas.ts'
import { formatDate } from '../../i18n/dates.ts'
import type { Translate } from '../../i18n/translate.ts'
import type { Language } from '../../domain/language.ts'
import { writtenLanguage } from '../../domain/written-language.ts'

interface Props {
  t: Translate
  decision: Decision
  isAboutAccount: boolean
}

export function Reasons({ t, decision, isAboutAccount }: Props) {
  const { action, until, endedAt, ground, explanation, foundByFilter } = decision
  const hasReasons = action !== 'none' && action !== 'reverse'
  if (!hasReasons && !explanation) return undefined
  const foundKey = isAboutAccount
    ? 'notices.foundByTeam'
    : foundByFilter
      ? 'notices.foundByFilter'
      : 'notices.foundByPeople'
  const timeOf = (seconds: number) =>
    `${formatDate(t, 'dd_mm_yyyy', seconds * 1000)} ${formatDate(t, 'amPmHhMm', seconds * 1000)}`
  return (
    <dl className="reasons">
      {until !== undefined && (
        <div>
          <dt>{t('notices.until')}</dt>
          <dd>{timeOf(until)}</dd>
        </div>
      )}
      {endedAt !== undefined && (
        <div>
          <dt>{t('notices.endedAt')}</dt>
          <dd>{timeOf(endedAt)}</dd>
        </div>
      )}
      {ground && (
        <div>
          <dt>{t(`notices.ground.${ground.kind}`)}</dt>
          <dd lang={languageOfText(ground.text)}>{ground.text}</dd>
        </div>
      )}
      {explanation && (
        <div>
          <dt>{t('notices.explanation')}</dt>
          <dd className="notice-words" dir="auto" lang={languageOfText(explanation)}>
            {explanation}
          </dd>
        </div>
      )}
      {hasReasons && (
        <div>
          <dt>{t('notices.found')}</dt>
          <dd>{t(foundKey)}</dd>
        </div>
      )}
    </dl>
  )
}

export const languageOfText = (text: string): Language =>
  writtenLanguage(text, document.documentElement.lang as Language)
