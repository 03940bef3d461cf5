import { useState, type InputEvent } from 'react'
import {
  reportCategories,
  REPORT_WORDS_LENGTH,
  type ReportCategory,
} from '../../domain/moderation.ts'
import { postPath } from '../../domain/post-address.ts'
import type { Translate } from '../../i18n/translate.ts'
import { emailInput } from '../ui/email-problem.ts'
import { CheckboxField } from '../ui/CheckboxField.tsx'
import { Field } from '../ui/Field.tsx'
import { FormProblem } from '../ui/FormProblem.tsx'
import { LongText } from '../ui/LongText.tsx'
import { RequiredChoices } from '../ui/RadioChoices.tsx'
import { useForm, type Problems } from '../ui/use-form.ts'
import { keepReportDraft, readReportDraft } from './report-draft.ts'
import { readReport, type Report } from './send-report.ts'

interface Props {
  t: Translate
  commentId: string
  isGuest: boolean
  onSend: (report: Report) => Promise<Problems | void>
}

export const REPORT_FORM = 'report-form'

function postAddress(commentId: string): string {
  const commentList = document.querySelector<HTMLElement>('.comment-list')
  return location.origin + postPath(commentList?.dataset['questionId'] ?? '', commentId)
}

/** Report form; "illegal" asks what article 16 of the DSA requires. */
export function ReportForm({ t, commentId, isGuest, onSend }: Props) {
  const [draft] = useState(() => readReportDraft(commentId))
  const [category, setCategory] = useState(draft.category)
  const { formProps, problems } = useForm(async (data) => {
    const read = readReport(t, commentId, data, isGuest)
    return 'problems' in read ? read.problems : onSend(read.report)
  })
  const keep = (event: InputEvent<HTMLFormElement>) => {
    formProps.onInput(event)
    const data = new FormData(event.currentTarget)
    // The form has either `words` or `reason`.
    keepReportDraft(commentId, {
      ...readReportDraft(commentId),
      ...(Object.fromEntries(data) as Record<string, string>),
    })
  }

  return (
    <form {...formProps} id={REPORT_FORM} onInput={keep}>
      <RequiredChoices
        name="category"
        legend={<legend>{t('dialog.report.why')}</legend>}
        choices={reportCategories.map((name) => [name, t(`dialog.report.category.${name}`)])}
        attributesOf={(name) => ({
          defaultChecked: name === draft.category,
          onChange: () => setCategory(name as ReportCategory),
        })}
        problem={problems['category']}
      />
      {category === 'illegal' ? (
        <>
          <LongText
            name="reason"
            label={t('dialog.report.reason')}
            hint={t('dialog.report.reasonHint')}
            maxLength={REPORT_WORDS_LENGTH}
            defaultValue={draft.reason}
            problem={problems['reason']}
          />
          <Field
            name="name"
            label={t('dialog.report.name')}
            autoComplete="name"
            maxLength={200}
            defaultValue={draft.name}
          />
          <CheckboxField
            name="inGoodFaith"
            label={t('dialog.report.goodFaith')}
            problem={problems['inGoodFaith']}
          />
        </>
      ) : (
        <LongText
          name="words"
          label={t('dialog.report.words')}
          maxLength={REPORT_WORDS_LENGTH}
          defaultValue={draft.words}
        />
      )}
      {isGuest && (
        <Field
          name="email"
          {...emailInput}
          label={t('field.email')}
          hint={t('dialog.report.emailHint')}
          autoComplete="email"
          defaultValue={draft.email}
          problem={problems['email']}
        />
      )}
      <FormProblem text={problems['form']} />
      <p className="field-hint">
        {t('dialog.report.ownRights')}{' '}
        <a href={`/request?${new URLSearchParams({ post: postAddress(commentId) })}`}>
          {t('dialog.report.request')}
        </a>
      </p>
    </form>
  )
}
