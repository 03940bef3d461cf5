import { useState, type ReactNode } from 'react'
import { focusAtMount, QuietButton } from './Form.tsx'
import { ConfirmForm, PressForm, type Run } from './ConfirmForm.tsx'

interface Action {
  text: string
  /** Where the text may change while its form is open. */
  name?: string
  /** Name of the button, where several have its text. */
  label?: string
  isMain?: boolean
  isDanger?: boolean
  /** Below the others. */
  isApart?: boolean
  /** From the start. */
  isOpen?: boolean
  /** The form that takes the buttons' place. */
  renderForm?: (close: () => void) => ReactNode
  /** Asked before a destructive `run`. */
  question?: string
  run?: Run
}

interface ActionsProps {
  actions: readonly (Action | false | undefined)[]
  hint?: ReactNode
}

/** Buttons, one of which has the focus again once its form is closed. */
export function Actions({ actions, hint }: ActionsProps) {
  const shown = actions.flatMap((action) => (action ? [{ name: action.text, ...action }] : []))
  const [{ open, closed }, setState] = useState<{ open?: string | undefined; closed?: string }>(
    () => ({ open: shown.find(({ isOpen }) => isOpen)?.name }),
  )
  const opened = shown.find(({ name }) => name === open)
  const close = () => setState(open ? { closed: open } : {})
  if (opened?.renderForm) return opened.renderForm(close)
  if (opened?.run)
    return (
      <ConfirmForm
        submit={opened.text}
        tone={opened.isDanger === false ? undefined : 'danger'}
        focus="cancel"
        onSubmit={opened.run}
        onCancel={close}
      >
        <p>{opened.question}</p>
      </ConfirmForm>
    )
  return (
    <>
      {hint}
      <div className="form-actions">
        {shown.map(({ name, text, label, isMain, isDanger, isApart, run, question }) =>
          run && !question ? (
            <PressForm key={name} {...{ text, run }} />
          ) : (
            <QuietButton
              key={name}
              {...(isMain && { className: 'button' })}
              {...(isDanger && { className: 'button button-quiet danger' })}
              data-apart={isApart || undefined}
              aria-label={label}
              ref={name === closed ? focusAtMount : null}
              onClick={() => setState({ open: name })}
            >
              {text}
            </QuietButton>
          ),
        )}
      </div>
    </>
  )
}
