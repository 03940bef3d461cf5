import { useState } from 'react'
import {
  reportCategories,
  REPORT_WORDS_LENGTH,
  type ReportCategory,
} from '../../domain/moderation.ts'
import { postPath } from '../../domain/post-address.ts'
import type { Input } from '../../contract/call-types.ts'
import { t } from '../../i18n/translate.ts'
import { $comments } from '../../stores/comments.ts'
import { questionIdOf } from '../chat/comment-list.ts'
import { emailInput, emailProblem } from '../auth/EmailField.tsx'
import { CheckboxField } from '../ui/CheckboxField.tsx'
import { Field } from '../ui/Field.tsx'
import { keptFields } from '../ui/kept-form.ts'
import { LongText } from '../ui/LongText.tsx'
import { RequiredChoices } from '../ui/RadioChoices.tsx'
import { Form, hasSome, type Problems, useForm } from '../ui/Form.tsx'
import { text } from '../../browser/account/entry.ts'
import { normalizeEmail } from '../../domain/email.ts'

interface Props {
  commentId: string
  isGuest: boolean
  onSend: (report: Report) => Promise<Problems | void>
}

export const REPORT_FORM = 'report-form'

export const keepAs = (commentId: string): string => `report:${commentId}`

/** Report form; "illegal" asks what article 16 of the DSA requires. */
export function ReportForm({ commentId, isGuest, onSend }: Props) {
  const draft = keepAs(commentId)
  const [category, setCategory] = useState(() => keptFields(draft)['category'])
  const form = useForm(async (data) => {
    const typed = (name: string) => text(data, name).trim()
    const [words, reason, name] = [typed('words'), typed('reason'), typed('name')]
    const category = typed('category') as ReportCategory | ''
    const isIllegal = category === 'illegal'
    const email = normalizeEmail(typed('email'))
    const wrong = isGuest && emailProblem(email)
    const problems: Problems = {
      ...(!category && { category: t('dialog.report.chooseCategory') }),
      ...(isIllegal && !reason && { reason: t('dialog.report.reasonMissing') }),
      ...(isIllegal &&
        !data.has('inGoodFaith') && { inGoodFaith: t('dialog.report.goodFaithMissing') }),
      ...(wrong && { email: wrong }),
    }
    if (!category || hasSome(problems)) return problems
    return onSend({
      commentId,
      category,
      ...(words && { words }),
      ...(isIllegal && { illegal: { reason, ...(name && { name }), inGoodFaith: true } }),
      ...(isGuest && { email }),
    })
  })
  const reported = $comments.get().find((one) => one.commentId === commentId)
  const post = location.origin + postPath(questionIdOf(), commentId)

  return (
    <Form
      form={form}
      id={REPORT_FORM}
      after={
        <p className="field-hint">
          {t('dialog.report.ownRights')}{' '}
          <a href={`/request?${new URLSearchParams({ post })}`}>{t('dialog.report.request')}</a>
        </p>
      }
    >
      {reported && (
        <p className="quoted" dir="auto" lang={reported.lang}>
          {`${reported.userOptions.username}: ${reported.text}`}
        </p>
      )}
      <RequiredChoices
        name="category"
        legend={<legend>{t('dialog.report.why')}</legend>}
        choices={reportCategories.map((name) => [name, t(`dialog.report.category.${name}`)])}
        attributesOf={(name) => ({
          onChange: () => setCategory(String(name)),
        })}
      />
      {category === 'illegal' ? (
        <>
          <LongText
            name="reason"
            label={t('dialog.report.reason')}
            hint={t('dialog.report.reasonHint')}
            maxLength={REPORT_WORDS_LENGTH}
            keepAs={draft}
          />
          <Field name="name" label={t('dialog.report.name')} autoComplete="name" maxLength={200} />
          <CheckboxField name="inGoodFaith" label={t('dialog.report.goodFaith')} />
        </>
      ) : (
        <LongText
          name="words"
          label={t('dialog.report.words')}
          maxLength={REPORT_WORDS_LENGTH}
          keepAs={draft}
        />
      )}
      {isGuest && (
        <Field
          name="email"
          {...emailInput}
          label={t('field.email')}
          hint={t('dialog.report.emailHint')}
          autoComplete="email"
        />
      )}
    </Form>
  )
}

/** Guests send their address too. */
export type Report = Input<'moderation', 'POST /report'> & { email?: string }
