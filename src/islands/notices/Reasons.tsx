import type { Decision } from '../../contract/moderation-schemas.ts'
import { writtenLanguage } from '../../domain/written-language.ts'
import { formatDate } from '../../i18n/dates.ts'
import type { Translate } from '../../i18n/translate.ts'

/** The statement of reasons of a decision. */
export function Reasons({ t, decision }: { t: Translate; decision: Decision }) {
  const { action, until, ground, explanation, foundByFilter } = decision
  const hasReasons = action !== 'none' && action !== 'reverse'
  if (!hasReasons && !explanation) return undefined
  return (
    <dl className="reasons">
      {until !== undefined && (
        <div>
          <dt>{t('notices.until')}</dt>
          <dd>
            {formatDate(t, 'dd_mm_yyyy', until * 1000)} {formatDate(t, 'amPmHhMm', until * 1000)}
          </dd>
        </div>
      )}
      {ground && (
        <div>
          <dt>{t(`notices.ground.${ground.kind}`)}</dt>
          <dd lang={writtenLanguage(ground.text)}>{ground.text}</dd>
        </div>
      )}
      {explanation && (
        <div>
          <dt>{t('notices.explanation')}</dt>
          <dd className="notice-words" dir="auto" lang={writtenLanguage(explanation)}>
            {explanation}
          </dd>
        </div>
      )}
      {hasReasons && (
        <div>
          <dt>{t('notices.found')}</dt>
          <dd>{t(foundByFilter ? 'notices.foundByFilter' : 'notices.foundByPeople')}</dd>
        </div>
      )}
    </dl>
  )
}
