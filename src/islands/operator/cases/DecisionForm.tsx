import type { Case } from '../../../contract/case-schemas.ts'
import { APPEAL_LENGTH, EXPLANATION_LENGTH, reportCategories } from '../../../domain/moderation.ts'
import { t } from '../../../i18n/translate.ts'
import { LongText } from '../../ui/LongText.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import type { Problems } from '../../ui/Form.tsx'
import { isOfAppeal, languageOf, type DecisionDraft } from './use-decision.ts'
import { ConfirmForm } from '../ConfirmForm.tsx'
import { GroundFields } from '../GroundFields.tsx'
import { languageName } from '../format.ts'

interface Props {
  one: Case
  draft: DecisionDraft
  onChange: (part: Partial<DecisionDraft>) => void
  onConfirm: () => Promise<Problems | void>
  onCancel: () => void
}

/** Step two: confirm the decision, with ground and explanation from a template. */
export default function DecisionForm({ one, draft, onChange, onConfirm, onCancel }: Props) {
  const language = languageOf(one)
  const { choice, template } = draft
  const isAppeal = isOfAppeal(choice)
  return (
    <ConfirmForm
      submit={t('desk.confirm', { action: t(`desk.action.${choice}`) })}
      tone={choice === 'ban' ? 'danger' : undefined}
      focus="submit"
      onSubmit={onConfirm}
      onCancel={onCancel}
      onChange={({ target }) => {
        const { name, value } = target as EventTarget as HTMLInputElement
        onChange({ [name]: value })
      }}
    >
      <p className="field-hint">
        {t(`desk.about.${choice === 'none' && one.isHeld ? 'show' : choice}`)}
      </p>
      {choice !== 'none' && !isAppeal && (
        <>
          <SelectField
            name="template"
            label={t('desk.template')}
            defaultValue={template}
            options={reportCategories.map((category) => [category, t(`category.${category}`)])}
          />
          <GroundFields key={template} {...draft} hasDays={choice === 'pause'} lang={language} />
        </>
      )}
      {choice !== 'none' && (
        <LongText
          key={`${template} explanation`}
          name="explanation"
          label={t('desk.explanation', { language: languageName(language) })}
          rows={3}
          defaultValue={draft.explanation}
          maxLength={isAppeal ? APPEAL_LENGTH : EXPLANATION_LENGTH}
          lang={language}
        />
      )}
    </ConfirmForm>
  )
}
