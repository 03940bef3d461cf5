import { useCallback, useEffect, useRef, useState, type InputEvent, type SubmitEvent } from 'react'
import { focusWithoutKeyboard } from './first-focus.ts'
import { useHydrated } from './use-hydrated.ts'

/** Problems by field name; `form` is for the whole form. */
export type Problems = Record<string, string>
/**
 * Sends the form.
 * @returns problems, or nothing when another page is loading
 */
type Send = (data: FormData) => Promise<Problems | void>

interface Options {
  focusesFirst?: boolean
}

/**
 * A form with uncontrolled fields, so that input from before hydration survives failures. Prevents
 * double submission; focuses the first invalid field.
 */
export function useForm(send: Send, { focusesFirst = false }: Options = {}) {
  const form = useRef<HTMLFormElement>(null)
  const isHydrated = useHydrated()
  const isSending = useRef(false)
  const isEdited = useRef(false)
  const [isBusy, setBusy] = useState(false)
  const [problems, setProblems] = useState<Problems>({})

  useEffect(() => {
    // An edit clears its problem, which must not move the focus.
    const isNew = !isEdited.current && Object.keys(problems).length > 0
    isEdited.current = false
    if (isNew) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [problems])

  const rest = useCallback(() => {
    isSending.current = false
    setBusy(false)
  }, [])

  // bfcache restores the page in its busy state.
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && rest()
    addEventListener('pageshow', onPageShow)
    return () => removeEventListener('pageshow', onPageShow)
  }, [rest])

  useEffect(() => {
    if (focusesFirst) {
      focusWithoutKeyboard(form.current?.querySelector<HTMLElement>('input:not([hidden])'))
    }
  }, [focusesFirst])

  // An edit clears the field's problem.
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
    if (isSending.current) return
    isSending.current = true
    setBusy(true)
    setProblems({})
    try {
      const found = await send(new FormData(event.currentTarget))
      if (!found) return
      setProblems(found)
      rest()
    } catch (error) {
      rest()
      throw error
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
