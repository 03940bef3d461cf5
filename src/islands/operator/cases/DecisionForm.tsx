import type { Ref } from 'react'
import type { Case } from '../../../contract/case-schemas.ts'
import {
  APPEAL_LENGTH,
  EXPLANATION_LENGTH,
  groundKinds,
  reportCategories,
  type GroundKind,
  type ReportCategory,
} from '../../../domain/moderation.ts'
import { t } from '../../../i18n/translate.ts'
import { Field } from '../../ui/Field.tsx'
import { CancelForm } from '../../ui/CancelForm.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { type Problems, useForm } from '../../ui/Form.tsx'
import {
  isOfAppeal,
  languageOf,
  withTemplate,
  type DecisionDraft,
  type Statements,
} from './use-decision.ts'
import { daysText, pauseDays } from '../format.ts'
import type { Language } from '../../../domain/language.ts'
import { pageLanguage } from '../../../stores/language.ts'

interface Props {
  one: Case
  draft: DecisionDraft
  statements: Statements
  confirmRef: Ref<HTMLButtonElement>
  onChange: (draft: DecisionDraft | undefined) => void
  onConfirm: () => Promise<Problems | void>
}

/** Step two: confirm the decision, with ground and explanation from a template. */
export function DecisionForm(props: Props) {
  const { one, draft, statements, confirmRef, onChange, onConfirm } = props
  const form = useForm(onConfirm)
  const language = languageOf(one)
  const { choice } = draft
  const isAppeal = isOfAppeal(choice)
  const change = (part: Partial<DecisionDraft>) => onChange({ ...draft, ...part })
  return (
    <CancelForm
      form={form}
      className="desk-form"
      submit={t('desk.confirm', { action: t(`desk.action.${choice}`) })}
      submitRef={confirmRef}
      tone={choice === 'ban' ? 'danger' : undefined}
      cancel={t('desk.cancel')}
      onCancel={() => onChange(undefined)}
    >
      <p>
        <strong>{t(`desk.action.${choice}`)}</strong>{' '}
        <span className="field-hint">{t(`desk.about.${choice}`)}</span>
      </p>
      {choice !== 'none' && !isAppeal && (
        <div className="desk-ground">
          {choice === 'pause' && (
            <SelectField
              label={t('desk.days')}
              value={String(draft.days)}
              options={pauseDays.map((days) => [String(days), daysText(days)])}
              onChange={(days) => change({ days: Number(days) })}
            />
          )}
          <SelectField
            label={t('desk.template')}
            value={draft.template}
            options={reportCategories.map((category) => [category, t(`category.${category}`)])}
            onChange={(template) =>
              onChange(withTemplate(draft, statements, language, template as ReportCategory))
            }
          />
          <SelectField
            label={t('desk.groundKind')}
            value={draft.groundKind}
            options={groundKinds.map((kind) => [kind, t(`desk.ground.${kind}`)])}
            onChange={(kind) => change({ groundKind: kind as GroundKind })}
          />
          <Field
            name="ground"
            label={t('desk.ground')}
            value={draft.ground}
            maxLength={300}
            lang={language}
            onChange={({ target }) => change({ ground: target.value })}
          />
        </div>
      )}
      {choice !== 'none' && (
        <Field
          name="explanation"
          label={t('desk.explanation', { language: languageName(language) })}
          renderControl={(attributes) => (
            <textarea
              {...attributes}
              rows={3}
              value={draft.explanation}
              maxLength={isAppeal ? APPEAL_LENGTH : EXPLANATION_LENGTH}
              lang={language}
              onChange={({ target }) => change({ explanation: target.value })}
            />
          )}
        />
      )}
    </CancelForm>
  )
}

function languageName(language: Language): string {
  return new Intl.DisplayNames(pageLanguage(), { type: 'language' }).of(language) ?? language
}
