import { Fragment } from 'react'
import { EXPLANATION_LENGTH, groundKinds, reportCategories } from '../../domain/moderation.ts'
import type { Language } from '../../domain/language.ts'
import { t } from '../../i18n/translate.ts'
import { Field } from '../ui/Field.tsx'
import { focusAtMount } from '../ui/Form.tsx'
import { LongText } from '../ui/LongText.tsx'
import { SelectField } from '../ui/SelectField.tsx'
import { languageName } from './format.ts'
import { draftOf, meaningOf, type StatementDraft, type Statements } from './statement-draft.ts'

interface Props {
  draft: StatementDraft
  statements: Statements
  /** Of the author. */
  language: Language
  hasDays: boolean
  isFocused?: boolean
}

/** What the author of a post is told of a decision, and the days of a pause. */
export function StatementFields({ draft, statements, language, hasDays, isFocused }: Props) {
  const { template, days, explanation, groundKind, ground } = draft
  const ref = isFocused ? focusAtMount : null
  const meaning = (name: 'ground' | 'explanation') =>
    meaningOf(draft[name], (one) => draftOf(statements[one], template)[name])
  return (
    <>
      <div className="desk-pair">
        {hasDays && (
          <SelectField
            name="days"
            ref={ref}
            defaultValue={days}
            label={t('desk.days')}
            options={[1, 3, 7, 30, 90].map((days) => [
              String(days),
              days === 1 ? t('desk.oneDay') : t('desk.daysOption', { days }),
            ])}
          />
        )}
        <SelectField
          name="template"
          ref={hasDays ? null : ref}
          label={t('desk.template')}
          hint={draft.isKept ? t('desk.templateKept') : ''}
          defaultValue={template}
          options={([...reportCategories, 'encouraging'] as const).map((name) => [
            name,
            t(`category.${name}`),
          ])}
        />
      </div>
      {/* A new template replaces the values. */}
      <Fragment key={template}>
        <LongText
          name="explanation"
          label={t('desk.explanation', { language: languageName(language) })}
          hint={meaning('explanation')}
          rows={3}
          defaultValue={explanation}
          maxLength={EXPLANATION_LENGTH}
          lang={language}
        />
        <div className="desk-pair">
          <SelectField
            name="groundKind"
            defaultValue={groundKind}
            label={t('desk.groundKind')}
            options={groundKinds.map((kind) => [kind, t(`desk.ground.${kind}`)])}
          />
          <Field
            name="ground"
            defaultValue={ground}
            label={t('desk.ground', { language: languageName(language) })}
            hint={meaning('ground')}
            maxLength={300}
            lang={language}
            renderControl={(attributes) => <textarea rows={1} {...attributes} />}
          />
        </div>
      </Fragment>
    </>
  )
}
