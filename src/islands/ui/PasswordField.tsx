import { useEffect, useId, useRef, useState } from 'react'
import { GENERATOR_RULES } from '../../domain/password.ts'
import { t } from '../../i18n/translate.ts'
import { Field, type FieldProps } from './Field.tsx'
import type { PasswordRules } from './PasswordRules.tsx'

interface Props extends Pick<FieldProps, 'label'> {
  name: string
  isNew?: boolean
  /** Checklist of a new password; a prop, so that only forms with one bundle it. */
  Rules?: typeof PasswordRules
}

export function PasswordField({ Rules, isNew = Rules !== undefined, ...field }: Props) {
  const [isShown, setShown] = useState(false)
  const [password, setPassword] = useState('')
  const input = useRef<HTMLInputElement>(null)
  // Typed before the hydration.
  useEffect(() => setPassword(input.current!.value), [])
  const rulesId = useId()
  return (
    <Field
      {...field}
      ref={input}
      onInput={({ currentTarget }) => setPassword(currentTarget.value)}
      autoComplete={isNew ? 'new-password' : 'current-password'}
      // No `maxLength`: it would cut a pasted password without a word.
      {...(isNew && { passwordrules: GENERATOR_RULES })}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      aria-describedby={Rules ? rulesId : undefined}
      renderControl={(attributes) => (
        <div className="field-with-button">
          <input {...attributes} />
          <button
            type="button"
            aria-label={t(isShown ? 'password.hide' : 'password.show')}
            onClick={() => setShown(!isShown)}
          >
            {t(isShown ? 'password.hideShort' : 'password.showShort')}
          </button>
        </div>
      )}
    >
      {Rules && <Rules id={rulesId} password={password} />}
    </Field>
  )
}
