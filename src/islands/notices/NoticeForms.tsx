import { useState, type ReactNode } from 'react'
import { errorCode, type Failure } from '../../api/result.ts'
import { text } from '../../browser/account/entry.ts'
import { APPEAL_LENGTH, REQUEST_TEXT_LENGTH } from '../../domain/moderation.ts'
import { formatDate } from '../../i18n/dates.ts'
import { t, type MessageKey } from '../../i18n/translate.ts'
import { focusAtMount, Form, type Problems, useForm } from '../ui/Form.tsx'
import { failureText } from '../ui/failure-text.ts'
import { keepFields, keptFields } from '../ui/kept-form.ts'
import { LongText } from '../ui/LongText.tsx'
import { RequiredChoices } from '../ui/RadioChoices.tsx'
import { call } from '../../stores/call.ts'

interface Props {
  decisionId: string
  /** Epoch seconds. */
  until: number
}

export function AppealForm({ decisionId, until }: Props) {
  const [reference, setReference] = useState<string>()
  const name = `appeal:${decisionId}`
  const [isOpen] = useState(() => Boolean(keptFields(name)['appeal']))
  const form = useForm(async (data): Promise<Problems | void> => {
    const words = text(data, 'appeal').trim()
    if (!words) return { appeal: t('notices.appealMissing') }
    const result = await call('moderation', 'POST /appeal', { decisionId, text: words })
    if (!result.ok) return refused(result, 'notices.appealClosed')
    keepFields(name)
    setReference(result.results[0]!.reference)
  })
  if (reference !== undefined) {
    return (
      <Sent>
        {t('notices.appealed')}
        <span className="notice-reference">{t('notices.reference', { reference })}</span>
      </Sent>
    )
  }
  return (
    <details className="notice-form" open={isOpen}>
      <summary className="link-button">{t('notices.appealOpen')}</summary>
      <Form form={form} submit={t('notices.appealSend')}>
        <LongText
          name="appeal"
          label={t('notices.appealLabel')}
          hint={t('notices.appealHint', { date: formatDate(t, 'dd_mm_yyyy', until * 1000) })}
          maxLength={APPEAL_LENGTH}
          keepAs={name}
        />
      </Form>
    </details>
  )
}

const Sent = ({ children }: { children: ReactNode }) => (
  <p className="form-notice" role="status" tabIndex={-1} ref={focusAtMount}>
    {children}
  </p>
)

function refused(failure: Failure, closed: MessageKey): Problems {
  const isClosed =
    failure.code === errorCode.dataNotAvailable || failure.code === errorCode.dataNotFound
  return { form: isClosed ? t(closed) : failureText(failure) }
}

interface ReplyFormProps {
  noticeId: string
  /** Epoch seconds. */
  dueAt: number
}

const replies = ['agrees', 'refuses'] as const

export function ReplyForm({ noticeId, dueAt }: ReplyFormProps) {
  const [isSent, setSent] = useState(false)
  const name = `reply:${noticeId}`
  const form = useForm(async (data): Promise<Problems | void> => {
    const reply = replies.find((name) => name === text(data, 'reply'))
    if (!reply) return { reply: t('notices.replyMissing') }
    const words = text(data, 'words').trim()
    const input = { noticeId, reply, ...(words && { words }) }
    const result = await call('moderation', 'POST /request/reply', input)
    if (!result.ok) return refused(result, 'notices.replyClosed')
    keepFields(name)
    setSent(true)
  })
  if (isSent) return <Sent>{t('notices.replied')}</Sent>
  return (
    <Form form={form} submit={t('notices.replySend')}>
      <RequiredChoices
        name="reply"
        legend={
          <legend>{t('notices.reply', { date: formatDate(t, 'dd_mm_yyyy', dueAt * 1000) })}</legend>
        }
        choices={replies.map((reply) => [reply, t(`notices.reply.${reply}`)])}
      />
      <LongText
        name="words"
        label={t('notices.replyWords')}
        maxLength={REQUEST_TEXT_LENGTH}
        keepAs={name}
      />
    </Form>
  )
}
