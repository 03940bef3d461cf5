import {
  createContext,
  useContext,
  useEffect,
  useRef,
  useState,
  type ComponentProps,
  type InputEvent,
  type ReactNode,
  type Ref,
  type SubmitEvent,
} from 'react'
import { useHydrated } from './use-hydrated.ts'
import { useListener } from './use-listener.ts'
import type { Failure } from '../../api/result.ts'
import { actionFailureText } from './failure-text.ts'
import { t, type MessageKey } from '../../i18n/translate.ts'

/** Problems by field name; `form` is for the whole form. */
export type Problems = Record<string, string>
/** Whether a field, or the whole form, has a problem. */
export const hasSome = (problems: Problems): boolean => Object.keys(problems).length > 0

/**
 * Sends the form.
 * @returns problems, or nothing when another page is loading
 */
type Send = (data: FormData) => Promise<Problems | void>

type FormState = ReturnType<typeof useForm>

/**
 * A form with uncontrolled fields, so that input from before hydration survives failures. Prevents
 * double submission; focuses the first invalid field.
 */
export function useForm(send: Send, { focusesFirst = false } = {}) {
  const form = useRef<HTMLFormElement>(null)
  const isHydrated = useHydrated()
  const isEdited = useRef(false)
  const [isBusy, setBusy] = useState(false)
  const [problems, setProblems] = useState<Problems>({})

  useEffect(() => {
    // An edit clears its problem, which must not move the focus.
    const isNew = !isEdited.current && hasSome(problems)
    isEdited.current = false
    if (isNew) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [problems])

  // bfcache restores the page in its busy state.
  useListener('pageshow', ({ persisted }) => persisted && setBusy(false))

  useEffect(() => {
    // Except where it would open an on-screen keyboard.
    if (focusesFirst && matchMedia('(hover: hover) and (pointer: fine)').matches)
      focusFirst(form.current?.querySelector<HTMLElement>('input:not([hidden])'))
  }, [focusesFirst])

  const onInput = ({ target }: InputEvent<HTMLFormElement>) => {
    const { name } = target as HTMLInputElement
    const field = name === 'digit' ? 'code' : name
    setProblems((problems) => {
      const { [field]: removed, ...others } = problems
      if (!removed) return problems
      isEdited.current = true
      return others
    })
  }

  const onSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setProblems({})
    let found: Problems | void = {}
    try {
      found = await send(new FormData(event.currentTarget))
    } finally {
      if (found) {
        setProblems(found)
        setBusy(false)
      }
    }
  }

  // `method` keeps a native submit from writing fields into the URL.
  return {
    formProps: {
      ref: form,
      onInput,
      onSubmit,
      noValidate: true,
      method: 'post',
      className: 'form',
      'data-waiting': isHydrated ? undefined : '',
    },
    problems,
    isBusy,
    report: setProblems,
    submit: () => form.current?.requestSubmit(),
  }
}

const FormContext = createContext<Problems>({})

export const useProblem = (field = ''): string | undefined => useContext(FormContext)[field]

export interface FormProps extends Omit<ComponentProps<'form'>, 'form'> {
  form: FormState
  /** The button's text; none where the button is elsewhere. */
  submit?: ReactNode
  isEnabled?: boolean
  tone?: 'danger' | 'quiet' | undefined
  after?: ReactNode
}

/** A form of `useForm`: its fields find their problems by name. */
export function Form({ form, submit, isEnabled, tone, after, children, ...attributes }: FormProps) {
  const { formProps, problems, isBusy } = form
  // A refused code would be refused again, and cost a try.
  const button = { isBusy, tone, isEnabled: isEnabled !== false && !problems['code'] }
  return (
    <FormContext value={problems}>
      <form {...formProps} {...attributes}>
        {children}
        <FormProblem text={problems['form']} />
        {submit && <SubmitButton {...button}>{submit}</SubmitButton>}
        {after}
      </form>
    </FormContext>
  )
}

interface ButtonProps extends Pick<FormProps, 'tone'> {
  ref?: Ref<HTMLButtonElement> | undefined
  form?: string
  isBusy: boolean
  isEnabled?: boolean | undefined
  children: ReactNode
}

/** Keeps the focus while busy; disabled until hydration. */
export function SubmitButton({ isBusy, isEnabled = true, tone, ...button }: ButtonProps) {
  const isHydrated = useHydrated()
  return (
    <button
      {...button}
      type="submit"
      // `layouts/hold-submit.js` enables it before hydration.
      suppressHydrationWarning
      className={tone ? `button button-${tone}` : 'button'}
      disabled={!isHydrated || !isEnabled}
      data-waiting={(!isHydrated && isEnabled) || undefined}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
    />
  )
}

/** The form's own problem; a live region, scrolled into view on change. */
export function FormProblem({ text }: { text: string | undefined }) {
  const element = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (text) element.current?.scrollIntoView({ block: 'nearest' })
  }, [text])
  return (
    <p ref={element} className="form-error" role="alert">
      {text}
    </p>
  )
}

interface FailureProps {
  failure: Failure | undefined
  failed: MessageKey
  onRetry: () => void
}

export const QuietButton = (props: ComponentProps<'button'>) => (
  <button type="button" className="button button-quiet" {...props} />
)

export function LoadFailure({ failure, failed, onRetry }: FailureProps) {
  return (
    <>
      <FormProblem text={failure && actionFailureText(failure, failed)} />
      {failure && <QuietButton onClick={onRetry}>{t('error.retry')}</QuietButton>}
    </>
  )
}

/** Focuses a field on opening, unless the person has focused one. */
export function focusFirst(field: Pick<HTMLElement, 'focus'> | null | undefined): void {
  if (document.activeElement === document.body) field?.focus({ preventScroll: true })
}

/** `ref` that focuses on mount. Stable identity, so that it runs once. */
export const focusAtMount = (element: Pick<HTMLElement, 'focus'> | null): void => element?.focus()
