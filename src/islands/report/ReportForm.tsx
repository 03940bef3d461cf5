import { useState, type InputEvent } from 'react'
import {
  reportCategories,
  REPORT_WORDS_LENGTH,
  type ReportCategory,
} from '../../domain/moderation.ts'
import { postPath } from '../../domain/post-address.ts'
import type { Translate } from '../../i18n/translate.ts'
import { emailInput } from '../ui/email-problem.ts'
import { Field } from '../ui/Field.tsx'
import { FormProblem } from '../ui/FormProblem.tsx'
import { LongText } from '../ui/LongText.tsx'
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
      <fieldset
        role="radiogroup"
        className="choices"
        tabIndex={problems['category'] ? -1 : undefined}
        aria-invalid={problems['category'] ? true : undefined}
        aria-describedby="category-problem"
      >
        <legend>{t('dialog.report.why')}</legend>
        {reportCategories.map((name) => (
          <label key={name} className="checkbox">
            <input
              type="radio"
              name="category"
              value={name}
              defaultChecked={name === draft.category}
              onChange={() => setCategory(name as ReportCategory)}
            />
            {t(`dialog.report.category.${name}`)}
          </label>
        ))}
        <p id="category-problem" className="field-error" role="alert">
          {problems['category']}
        </p>
      </fieldset>
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
          <div className="field">
            <label className="checkbox">
              <input
                type="checkbox"
                name="inGoodFaith"
                aria-invalid={problems['inGoodFaith'] ? true : undefined}
                aria-describedby="faith-problem"
              />
              {t('dialog.report.goodFaith')}
            </label>
            <p id="faith-problem" className="field-error" role="alert">
              {problems['inGoodFaith']}
            </p>
          </div>
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
