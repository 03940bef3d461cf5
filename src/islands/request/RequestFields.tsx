import { useEffect, useRef } from 'react'
import { REQUEST_TEXT_LENGTH } from '../../domain/moderation.ts'
import type { Translate } from '../../i18n/translate.ts'
import { emailInput } from '../ui/email-problem.ts'
import { CheckboxField } from '../ui/CheckboxField.tsx'
import { Field } from '../ui/Field.tsx'
import { LongText } from '../ui/LongText.tsx'
import { RadioChoices } from '../ui/RadioChoices.tsx'
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
      <CheckboxField
        name="inGoodFaith"
        label={t('request.goodFaith')}
        problem={problems['inGoodFaith']}
      />
      <p className="field-hint">{t('request.use')}</p>
    </>
  )
}
