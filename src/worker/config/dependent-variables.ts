import { translatorNames } from '../../domain/comment-translation.ts'
import { isLoopback } from './loopback.ts'
import { oneOf, type Bindings } from './variable-types.ts'

/** TRANSLATOR, MAIL_TRANSPORT and SMTP_TLS: some of their values need another variable. @param isDevelopment admits the outbox */
export function dependentVariables(bindings: Bindings, isDevelopment: boolean) {
  const isSet = (name: string) => Boolean(bindings[name])

  const translator = oneOf('off', ...translatorNames).superRefine((text, context) => {
    const problem = (message: string) => context.addIssue({ code: 'custom', message })
    if (text === 'libretranslate' && !isSet('TRANSLATOR_URL'))
      problem('is libretranslate, which needs TRANSLATOR_URL.')
    // A remote question service calls the translator itself.
    if (isSet('QUESTION_SERVICE_URL')) return
    if (text === 'workers-ai' && !isSet('AI')) problem('is workers-ai, which needs the binding AI.')
  })

  const mailTransport = oneOf('smtp', 'cloudflare', 'outbox').superRefine((text, context) => {
    const problem = (message: string) => context.addIssue({ code: 'custom', message })
    if (text === 'outbox') {
      if (!isDevelopment)
        problem('cannot be outbox in a deployment: outbox mail is never delivered.')
    } else if (!isSet('MAIL_FROM')) problem(`is ${text}, which needs MAIL_FROM.`)
    else if (text === 'smtp' && !isSet('SMTP_HOST')) problem('is smtp, which needs SMTP_HOST.')
    else if (text === 'cloudflare' && !isSet('MAIL'))
      problem('is cloudflare, which needs the send_email binding MAIL.')
  })

  const smtpTls = oneOf('on', 'starttls', 'off').refine(
    (text) =>
      text !== 'off' ||
      typeof bindings['SMTP_HOST'] !== 'string' ||
      isLoopback(bindings['SMTP_HOST']),
    { error: 'must not be off for a server on another machine.' },
  )

  return { translator, mailTransport, smtpTls }
}
