import type { ComponentProps } from 'react'
import type { Decision } from '../../contract/case-schemas.ts'
import { formatTime } from '../../i18n/dates.ts'
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
  const row = (label: string, text: string, attributes?: ComponentProps<'dd'>) => (
    <div>
      <dt>{label}</dt>
      <dd {...attributes}>{text}</dd>
    </div>
  )
  return (
    <dl className="reasons">
      {until !== undefined && row(t('notices.until'), formatTime(t, until * 1000))}
      {endedAt !== undefined && row(t('notices.endedAt'), formatTime(t, endedAt * 1000))}
      {ground &&
        row(t(`notices.ground.${ground.kind}`), ground.text, { lang: languageOfText(ground.text) })}
      {explanation &&
        row(t('notices.explanation'), explanation, {
          className: 'notice-words',
          dir: 'auto',
          lang: languageOfText(explanation),
        })}
      {hasReasons && row(t('notices.found'), t(foundKey))}
    </dl>
  )
}

export const languageOfText = (text: string): Language =>
  writtenLanguage(text, document.documentElement.lang as Language)
