import { useEffect, useRef } from 'react'
import { enteredEmail, keepEnteredEmail, text } from '../../browser/account/entry.ts'
import { isValidEmail, meantEmail, normalizeEmail } from '../../domain/email.ts'
import { t } from '../../i18n/translate.ts'
import { Field, type FieldProps } from '../ui/Field.tsx'

/** Not `type="email"`: Chromium would convert the domain by its own rule before `normalizeEmail` sees it. */
export const emailInput = {
  type: 'text',
  inputMode: 'email',
  autoCapitalize: 'none',
  autoCorrect: 'off',
  spellCheck: false,
} as const

export function emailProblem(email: string): string | undefined {
  if (email === '') return t('error.email.empty')
  if (isValidEmail(email)) return undefined
  const meant = meantEmail(email)
  return meant ? t('error.email.meant', { email: meant }) : t('error.email.invalid')
}

export function EmailField(field: Pick<FieldProps, 'children' | 'autoComplete'>) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.value ||= enteredEmail() ?? ''
  }, [])
  return (
    <Field
      autoComplete="username"
      {...field}
      ref={input}
      name="email"
      {...emailInput}
      label={t('field.email')}
    />
  )
}

/** The address, with full-width characters normalized. */
export function emailIn(data: FormData): string {
  return normalizeEmail(text(data, 'email'))
}

export function carryEmail(): void {
  const input = document.querySelector<HTMLInputElement>('input[name="email"]')
  const email = normalizeEmail(input?.value ?? '')
  if (isValidEmail(email)) keepEnteredEmail(email)
}
