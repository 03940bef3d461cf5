import { useCallback, useEffect, useRef, useState, type InputEvent, type SubmitEvent } from 'react'
import { focusWithoutKeyboard } from './first-focus.ts'
import { useHydrated } from './use-hydrated.ts'

/** Problems by the field's name; `form` belongs to the form as a whole. */
export type Problems = Record<string, string>
/** Sends the form; answers what is wrong, or nothing when it went through and another page is on its way. */
type Send = (data: FormData) => Promise<Problems | void>

interface Options {
  /** Whether the first field has the focus when the page opens. */
  focusesFirst?: boolean
}

/**
 * A form with uncontrolled fields, read at submit: what was typed before the island answered is kept, and nothing is
 * ever lost by a failure. It cannot be sent twice at once, and the first wrong field gets the focus.
 */
export function useForm(send: Send, { focusesFirst = false }: Options = {}) {
  const form = useRef<HTMLFormElement>(null)
  const isHydrated = useHydrated()
  const isSending = useRef(false)
  const isEdited = useRef(false)
  const [isBusy, setBusy] = useState(false)
  const [problems, setProblems] = useState<Problems>({})

  useEffect(() => {
    // Editing one field removes its problem: the focus must not jump to the next wrong field then.
    const isNew = !isEdited.current && Object.keys(problems).length > 0
    isEdited.current = false
    if (isNew) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [problems])

  const rest = useCallback(() => {
    isSending.current = false
    setBusy(false)
  }, [])

  // The back/forward cache restores the page as it was left, still sending.
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

  // A problem disappears as soon as its field is edited.
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

  // `method` keeps a form that is sent by other means from writing its fields into the address.
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
    /** Shows problems that were found without sending the form. */
    report: setProblems,
    /** Sends the form as a press on its button does. */
    submit: () => form.current?.requestSubmit(),
  }
}
