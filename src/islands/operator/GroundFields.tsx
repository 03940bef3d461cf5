import { groundKinds } from '../../domain/moderation.ts'
import { t } from '../../i18n/translate.ts'
import { Field } from '../ui/Field.tsx'
import { focusAtMount } from '../ui/first-focus.ts'
import { SelectField } from '../ui/SelectField.tsx'
import { DEFAULT_PAUSE_DAYS } from './format.ts'

interface Props {
  isFocused?: boolean
  hasDays: boolean
  days?: string
  groundKind?: string
  ground?: string
  lang?: string
}

/** The ground of a decision, and the days of a pause. */
export function GroundFields({ isFocused, hasDays, days, groundKind, ground, lang }: Props) {
  const ref = isFocused ? focusAtMount : null
  return (
    <>
      {hasDays && (
        <SelectField
          name="days"
          ref={ref}
          defaultValue={days ?? String(DEFAULT_PAUSE_DAYS)}
          label={t('desk.days')}
          options={[1, 3, 7, 30, 90].map((days) => [
            String(days),
            days === 1 ? t('desk.oneDay') : t('desk.daysOption', { days }),
          ])}
        />
      )}
      <SelectField
        name="groundKind"
        ref={hasDays ? null : ref}
        defaultValue={groundKind ?? 'terms'}
        label={t('desk.groundKind')}
        options={groundKinds.map((kind) => [kind, t(`desk.ground.${kind}`)])}
      />
      <Field
        name="ground"
        defaultValue={ground}
        label={t('desk.ground')}
        maxLength={300}
        lang={lang}
      />
    </>
  )
}
