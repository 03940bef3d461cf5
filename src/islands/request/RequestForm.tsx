import { useEffect, useRef, useState } from 'react'
import { errorCode, type CallResult, type Failure } from '../../api/result.ts'
import type { Input } from '../../contract/call-types.ts'
import { text } from '../../browser/account/entry.ts'
import { t } from '../../i18n/translate.ts'
import { call } from '../../stores/call.ts'
import { pageLanguage } from '../../stores/language.ts'
import { Form, hasSome, type Problems, useForm, focusAtMount } from '../ui/Form.tsx'
import { failureText } from '../ui/failure-text.ts'
import { emailIn, emailInput, emailProblem } from '../auth/EmailField.tsx'
import { ResendCode, useCodeSending } from '../auth/ResendCode.tsx'
import { AddressLead, CodeBoxes } from '../ui/CodeBoxes.tsx'
import { REQUEST_TEXT_LENGTH } from '../../domain/moderation.ts'
import { CheckboxField } from '../ui/CheckboxField.tsx'
import { Field } from '../ui/Field.tsx'
import { keepFields } from '../ui/kept-form.ts'
import { LongText } from '../ui/LongText.tsx'
import { RadioChoices } from '../ui/RadioChoices.tsx'

type Request = Input<'moderation', 'POST /request'>

interface Pending {
  id: string
  request: Request
  /** Seconds until another code may be sent. */
  retryAfter: number
}

const kinds = ['deletion', 'dsa'] as const

/** Objection of a person without an account (`docs/product.md#request`): form, code, receipt. */
export default function RequestForm() {
  const post = useRef<HTMLInputElement>(null)
  const [pending, setPending] = useState<Pending>()
  const [reference, setReference] = useState<string>()
  useEffect(() => {
    if (post.current) post.current.value ||= new URLSearchParams(location.search).get('post') ?? ''
  }, [])
  // One for each post that a link names; the server has no address.
  const name = `request:${globalThis.location?.search}`
  const finish = (reference: string) => {
    keepFields(name)
    setReference(reference)
  }
  const send = async (request: Request) => {
    const result = await call('moderation', 'POST /request', request)
    if (result.ok)
      setPending({ id: result.results[0]!.id, request, retryAfter: result.retryAfter ?? 0 })
    return result
  }

  const form = useForm(async (data) => {
    const problems = problemsIn(data)
    if (hasSome(problems)) return problems
    const result = await send({
      ...(Object.fromEntries(data) as unknown as Request),
      email: emailIn(data),
      inGoodFaith: true,
      language: pageLanguage(),
    })
    // Without a failure the form can be sent again after a correction.
    return result.ok ? {} : refusedBy(result)
  })

  if (reference)
    return (
      <div className="form">
        <h2 ref={focusAtMount} tabIndex={-1}>
          {t('request.done')}
        </h2>
        <p>
          <span className="field-hint">{t('request.reference')}</span>
          <strong className="reference" translate="no">
            {reference}
          </strong>
        </p>
        <p>{t('request.doneText')}</p>
      </div>
    )
  return (
    <>
      {pending && (
        <RequestCode
          key={pending.id}
          pending={pending}
          onResend={() => send(pending.request)}
          onEdit={() => setPending(undefined)}
          onConfirmed={finish}
        />
      )}
      {/* Stays while the code is entered, so that nothing typed is lost. */}
      <Form form={form} submit={t('request.submit')} hidden={pending !== undefined}>
        <RadioChoices
          name="kind"
          legend={<legend>{t('request.kind')}</legend>}
          choices={kinds.map((kind) => [kind, t(`request.kind.${kind}`)])}
          attributesOf={(kind) => ({ defaultChecked: kind === 'deletion' })}
        />
        <Field
          ref={post}
          name="post"
          label={t('request.post')}
          hint={t('request.postHint')}
          maxLength={500}
          autoComplete="off"
        />
        <Field
          name="right"
          label={t('request.right')}
          hint={t('request.rightHint')}
          maxLength={500}
        />
        <LongText
          name="reason"
          label={t('request.reason')}
          hint={t('request.reasonHint')}
          rows={6}
          maxLength={REQUEST_TEXT_LENGTH}
          keepAs={name}
        />
        <Field name="name" label={t('request.name')} autoComplete="name" maxLength={200} />
        <Field
          name="contact"
          label={t('request.contact')}
          autoComplete="street-address"
          maxLength={500}
        />
        <Field name="email" {...emailInput} label={t('request.email')} autoComplete="email" />
        <CheckboxField name="inGoodFaith" label={t('request.goodFaith')} />
        <p className="field-hint">{t('request.use')}</p>
      </Form>
    </>
  )
}

function problemsIn(data: FormData): Problems {
  const required = ['post', 'right', 'reason', 'name', 'contact'] as const
  const missing = required.filter((name) => text(data, name).trim() === '')
  const wrong = emailProblem(emailIn(data))
  return {
    ...Object.fromEntries(missing.map((name) => [name, t('request.missing')])),
    ...(wrong && { email: wrong }),
    ...(!data.has('inGoodFaith') && { inGoodFaith: t('request.goodFaithMissing') }),
  }
}

function refusedBy(failure: Failure): Problems {
  if (failure.code === errorCode.dataNotFound) return { post: t('request.postGone') }
  const field = failure.code === errorCode.dataNotAvailable && failure.field
  if (field === 'post') return { post: t('request.postWrong') }
  if (field === 'hidden') return { post: t('request.postHidden') }
  if (field === 'email') return { email: t('error.email.invalid') }
  return { form: failureText(failure) }
}

interface CodeProps {
  pending: Pending
  /** Sends another code for a new `id`. */
  onResend: () => Promise<CallResult<unknown>>
  onEdit: () => void
  onConfirmed: (reference: string) => void
}

/** The mailed code, submitted by its sixth digit; the form behind it is kept. */
function RequestCode({ pending, onResend, onEdit, onConfirmed }: CodeProps) {
  const { id, request, retryAfter } = pending
  const sending = useCodeSending(onResend, retryAfter)
  const [isComplete, setComplete] = useState(false)
  const form = useForm(async (data): Promise<Problems> => {
    const passcode = data.getAll('digit').join('')
    const result = await call('moderation', 'POST /request/confirm', { id, passcode })
    if (result.ok) {
      onConfirmed(result.results[0]!.reference)
      return {}
    }
    if (result.field === 'hidden') return { form: t('request.postHidden') }
    if (result.code === errorCode.dataNotAvailable) return { code: t('otp.failed') }
    if (result.code === errorCode.tooManyAttempts) return { code: t('request.dead') }
    return {
      form: result.code === errorCode.dataNotFound ? t('request.postGone') : failureText(result),
    }
  })
  return (
    <Form
      form={form}
      submit={t('request.confirm')}
      isEnabled={isComplete}
      after={
        <>
          <ResendCode sending={sending} onResend={() => void sending.resend()} />
          <button type="button" className="link-button" onClick={onEdit}>
            {t('request.edit')}
          </button>
        </>
      }
    >
      <AddressLead text={t('request.sentTo')} address={request.email} />
      <CodeBoxes takesFocus onSixth={form.submit} onChange={setComplete} />
    </Form>
  )
}
