import * as errorCode from '../../api/error-code.ts'
import { useState } from 'react'
import { codeOf } from '../../api/result.ts'
import { text } from '../../browser/account/entry.ts'
import { APPEAL_LENGTH, REQUEST_TEXT_LENGTH } from '../../domain/moderation.ts'
import { formatDate } from '../../i18n/dates.ts'
import type { Translate } from '../../i18n/translate.ts'
import { failureText } from '../ui/failure-text.ts'
import { focusAtMount } from '../ui/first-focus.ts'
import { FormProblem } from '../ui/FormProblem.tsx'
import { LongText } from '../ui/LongText.tsx'
import { SubmitButton } from '../ui/SubmitButton.tsx'
import { RequiredChoices } from '../ui/RadioChoices.tsx'
import { useForm, type Problems } from '../ui/use-form.ts'
import { call } from '../../stores/call.ts'

interface Props {
  t: Translate
  decisionId: string
  /** Epoch seconds. */
  until: number
}

export function AppealForm({ t, decisionId, until }: Props) {
  const [reference, setReference] = useState<string>()
  const { formProps, problems, isBusy } = useForm(async (data): Promise<Problems | void> => {
    const words = text(data, 'appeal').trim()
    if (!words) return { appeal: t('notices.appealMissing') }
    const result = await call('moderation', 'POST /appeal', { decisionId, text: words })
    const code = codeOf(result)
    if (code === errorCode.dataNotAvailable || code === errorCode.dataNotFound)
      return { form: t('notices.appealClosed') }
    if (!result.ok) return { form: failureText(t, result) }
    setReference(result.results[0]?.reference ?? '')
  })
  if (reference !== undefined) {
    return (
      <p className="form-notice" role="status" tabIndex={-1} ref={focusAtMount}>
        {t('notices.appealed')}
        <span className="notice-reference">{t('notices.reference', { reference })}</span>
      </p>
    )
  }
  return (
    <details className="notice-form">
      <summary>{t('notices.appealOpen')}</summary>
      <form {...formProps}>
        <LongText
          name="appeal"
          label={t('notices.appealLabel')}
          hint={t('notices.appealHint', { date: formatDate(t, 'dd_mm_yyyy', until * 1000) })}
          maxLength={APPEAL_LENGTH}
          problem={problems['appeal']}
        />
        <FormProblem text={problems['form']} />
        <SubmitButton isBusy={isBusy}>{t('notices.appealSend')}</SubmitButton>
      </form>
    </details>
  )
}

interface ReplyFormProps {
  t: Translate
  noticeId: string
  /** Epoch seconds. */
  dueAt: number
}

const replies = ['agrees', 'refuses'] as const

export function ReplyForm({ t, noticeId, dueAt }: ReplyFormProps) {
  const [isSent, setSent] = useState(false)
  const { formProps, problems, isBusy } = useForm(async (data): Promise<Problems | void> => {
    const reply = replies.find((name) => name === text(data, 'reply'))
    if (!reply) return { reply: t('notices.replyMissing') }
    const words = text(data, 'words').trim()
    const input = { noticeId, reply, ...(words && { words }) }
    const result = await call('moderation', 'POST /request/reply', input)
    const code = codeOf(result)
    if (code === errorCode.dataNotAvailable || code === errorCode.dataNotFound)
      return { form: t('notices.replyClosed') }
    if (!result.ok) return { form: failureText(t, result) }
    setSent(true)
  })
  if (isSent) {
    return (
      <p className="form-notice" role="status" tabIndex={-1} ref={focusAtMount}>
        {t('notices.replied')}
      </p>
    )
  }
  return (
    <form {...formProps}>
      <RequiredChoices
        name="reply"
        legend={
          <legend>{t('notices.reply', { date: formatDate(t, 'dd_mm_yyyy', dueAt * 1000) })}</legend>
        }
        choices={replies.map((reply) => [reply, t(`notices.reply.${reply}`)])}
        problem={problems['reply']}
      />
      <LongText name="words" label={t('notices.replyWords')} maxLength={REQUEST_TEXT_LENGTH} />
      <FormProblem text={problems['form']} />
      <SubmitButton isBusy={isBusy}>{t('notices.replySend')}</SubmitButton>
    </form>
  )
}
