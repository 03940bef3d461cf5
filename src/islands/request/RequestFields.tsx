import { useEffect, useRef } from 'react'
import { REQUEST_TEXT_LENGTH } from '../../domain/moderation.ts'
import type { Translate } from '../../i18n/translate.ts'
import { emailInput } from '../ui/email-problem.ts'
import { Field } from '../ui/Field.tsx'
import { LongText } from '../ui/LongText.tsx'
import type { Problems } from '../ui/use-form.ts'

const kinds = ['deletion', 'dsa'] as const
export type RequestKind = (typeof kinds)[number]

export function RequestFields({ t, problems }: { t: Translate; problems: Problems }) {
  const post = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (post.current) post.current.value ||= new URLSearchParams(location.search).get('post') ?? ''
  }, [])
  return (
    <>
      <fieldset className="choices">
        <legend>{t('request.kind')}</legend>
        {kinds.map((kind) => (
          <label key={kind} className="checkbox">
            <input type="radio" name="kind" value={kind} defaultChecked={kind === 'deletion'} />
            {t(`request.kind.${kind}`)}
          </label>
        ))}
      </fieldset>
      <Field
        ref={post}
        name="post"
        label={t('request.post')}
        hint={t('request.postHint')}
        maxLength={500}
        autoComplete="off"
        problem={problems['post']}
      />
      <Field
        name="right"
        label={t('request.right')}
        hint={t('request.rightHint')}
        maxLength={500}
        problem={problems['right']}
      />
      <LongText
        name="reason"
        label={t('request.reason')}
        hint={t('request.reasonHint')}
        rows={6}
        maxLength={REQUEST_TEXT_LENGTH}
        problem={problems['reason']}
      />
      <Field
        name="name"
        label={t('request.name')}
        autoComplete="name"
        maxLength={200}
        problem={problems['name']}
      />
      <Field
        name="contact"
        label={t('request.contact')}
        autoComplete="street-address"
        maxLength={500}
        problem={problems['contact']}
      />
      <Field
        name="email"
        {...emailInput}
        label={t('request.email')}
        autoComplete="email"
        problem={problems['email']}
      />
      <div className="field">
        <label className="checkbox">
          <input
            type="checkbox"
            name="inGoodFaith"
            aria-invalid={problems['inGoodFaith'] ? true : undefined}
            aria-describedby="good-faith-problem"
          />
          {t('request.goodFaith')}
        </label>
        <p id="good-faith-problem" className="field-error" role="alert">
          {problems['inGoodFaith']}
        </p>
      </div>
      <p className="field-hint">{t('request.use')}</p>
    </>
  )
}
