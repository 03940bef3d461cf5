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
import type { Translate } from '../../../i18n/translate.ts'
import { Field } from '../../ui/Field.tsx'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { languageOf, withTemplate, type DecisionDraft, type Statements } from './use-decision.ts'
import { daysText, pauseDays } from '../format.ts'
import type { Language } from '../../../domain/language.ts'
import { pageLanguage } from '../../../stores/language.ts'

export type DraftProblems = Partial<Record<'ground' | 'explanation' | 'form', string>>

interface Props {
  t: Translate
  one: Case
  draft: DecisionDraft
  statements: Statements
  problems: DraftProblems
  isBusy: boolean
  confirm: Ref<HTMLButtonElement>
  onChange: (draft: DecisionDraft) => void
  onConfirm: () => void
  onCancel: () => void
}

/** Step two: confirm the decision, with ground and explanation from a template. */
export function DecisionForm({
  t,
  one,
  draft,
  statements,
  problems,
  isBusy,
  confirm,
  onChange,
  onConfirm,
  onCancel,
}: Props) {
  const language = languageOf(one)
  const { choice } = draft
  const isAppeal = choice === 'upheld' || choice === 'reversed'
  const change = (part: Partial<DecisionDraft>) => onChange({ ...draft, ...part })
  return (
    <form
      className="desk-form"
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onConfirm()
      }}
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
              options={pauseDays.map((days) => [String(days), daysText(t, days)])}
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
            label={t('desk.ground')}
            value={draft.ground}
            maxLength={300}
            lang={language}
            problem={problems.ground}
            onChange={({ target }) => change({ ground: target.value })}
          />
        </div>
      )}
      {choice !== 'none' && (
        <Field
          label={t('desk.explanation', { language: languageName(language) })}
          problem={problems.explanation}
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
      <FormProblem text={problems.form} />
      <div className="dialog-actions">
        <button type="button" className="button button-quiet" onClick={onCancel}>
          {t('desk.cancel')}
        </button>
        <button
          ref={confirm}
          type="submit"
          className={`button ${choice === 'ban' ? 'button-danger' : ''}`}
          aria-disabled={isBusy || undefined}
          aria-busy={isBusy || undefined}
        >
          {t('desk.confirm', { action: t(`desk.action.${choice}`) })}
        </button>
      </div>
    </form>
  )
}

function languageName(language: Language): string {
  return new Intl.DisplayNames(pageLanguage(), { type: 'language' }).of(language) ?? language
}
