import * as errorCode from '../../api/error-code.ts'
import { useState } from 'react'
import { codeOf, type Failure, fieldOf } from '../../api/result.ts'
import type { Input } from '../../contract/call-types.ts'
import { text } from '../../browser/account/entry.ts'
import { normalizeEmail } from '../../domain/email.ts'
import { translate, type Messages, type Translate } from '../../i18n/translate.ts'
import { call } from '../../stores/call.ts'
import { pageLanguage } from '../../stores/language.ts'
import { emailProblem } from '../ui/email-problem.ts'
import { failureText } from '../ui/failure-text.ts'
import { FormProblem } from '../ui/FormProblem.tsx'
import { SubmitButton } from '../ui/SubmitButton.tsx'
import { useCountdown } from '../auth/ResendCode.tsx'
import { useForm, type Problems } from '../ui/use-form.ts'
import { RequestCode } from './RequestCode.tsx'
import { RequestFields, type RequestKind } from './RequestFields.tsx'
import { focusAtMount } from '../ui/first-focus.ts'

type Request = Input<'moderation', 'POST /request'>

/** Objection of a person without an account (`docs/product.md#request`): form, code, receipt. */
export default function RequestForm({ messages }: { messages: Messages }) {
  const t = translate(messages)
  const [pending, setPending] = useState<{ id: string; request: Request }>()
  const [secondsLeft, waitFor] = useCountdown()
  const [reference, setReference] = useState<string>()
  const send = async (request: Request): Promise<Failure | undefined> => {
    const result = await call('moderation', 'POST /request', request)
    if (result.ok) setPending({ id: result.results[0]!.id, request })
    if (result.ok || result.error !== 'network') waitFor(result.retryAfter ?? 0)
    return result.ok ? undefined : result
  }

  const { formProps, problems, isBusy } = useForm(async (data) => {
    const problems = problemsIn(t, data)
    if (Object.keys(problems).length > 0) return problems
    const failure = await send({
      kind: text(data, 'kind') as RequestKind,
      post: text(data, 'post'),
      name: text(data, 'name'),
      contact: text(data, 'contact'),
      right: text(data, 'right'),
      reason: text(data, 'reason'),
      email: emailOf(data),
      inGoodFaith: true,
      language: pageLanguage(),
    })
    // Without a failure the form can be sent again after a correction.
    return failure ? refusedBy(t, failure) : {}
  })

  if (reference) return <RequestReceipt t={t} reference={reference} />
  return (
    <>
      {pending && (
        <RequestCode
          key={pending.id}
          t={t}
          id={pending.id}
          email={pending.request.email}
          secondsLeft={secondsLeft}
          onResend={async () => {
            const failure = await send(pending.request)
            return failure && failureText(t, failure)
          }}
          onEdit={() => setPending(undefined)}
          onConfirmed={setReference}
        />
      )}
      {/* Stays while the code is entered, so that nothing typed is lost. */}
      <form {...formProps} hidden={pending !== undefined}>
        <RequestFields t={t} problems={problems} />
        <FormProblem text={problems['form']} />
        <SubmitButton isBusy={isBusy}>{t('request.submit')}</SubmitButton>
      </form>
    </>
  )
}

const emailOf = (data: FormData) => normalizeEmail(text(data, 'email'))

function problemsIn(t: Translate, data: FormData): Problems {
  const required = ['post', 'right', 'reason', 'name', 'contact'] as const
  const missing = required.filter((name) => text(data, name).trim() === '')
  const wrong = emailProblem(t, emailOf(data))
  return {
    ...Object.fromEntries(missing.map((name) => [name, t('request.missing')])),
    ...(wrong && { email: wrong }),
    ...(!data.has('inGoodFaith') && { inGoodFaith: t('request.goodFaithMissing') }),
  }
}

function refusedBy(t: Translate, failure: Failure): Problems {
  const code = codeOf(failure)
  if (code === errorCode.dataNotFound) return { post: t('request.postGone') }
  const field = fieldOf(failure)
  if (code === errorCode.dataNotAvailable && field === 'post')
    return { post: t('request.postWrong') }
  if (code === errorCode.dataNotAvailable && field === 'hidden')
    return { post: t('request.postHidden') }
  if (code === errorCode.dataNotAvailable && field === 'email') return { email: t('error.email') }
  return { form: failureText(t, failure) }
}

function RequestReceipt({ t, reference }: { t: Translate; reference: string }) {
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
}
