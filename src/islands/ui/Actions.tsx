import { useState, type ReactNode } from 'react'
import { focusAtMount } from './first-focus.ts'
import { QuietButton } from './LoadFailure.tsx'
import { ConfirmForm, PressForm, type Run } from './ConfirmForm.tsx'

interface Action {
  text: string
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
  const shown = actions.filter((action) => action !== false && action !== undefined)
  const [{ open, closed }, setState] = useState<{ open?: string | undefined; closed?: string }>(
    () => ({ open: shown.find(({ isOpen }) => isOpen)?.text }),
  )
  const opened = shown.find(({ text }) => text === open)
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
        {shown.map(({ text, label, isMain, isDanger, isApart, run, question }) =>
          run && !question ? (
            <PressForm key={text} {...{ text, run }} />
          ) : (
            <QuietButton
              key={text}
              {...(isMain && { className: 'button' })}
              {...(isDanger && { className: 'button button-quiet danger' })}
              data-apart={isApart || undefined}
              aria-label={label}
              ref={text === closed ? focusAtMount : null}
              onClick={() => setState({ open: text })}
            >
              {text}
            </QuietButton>
          ),
        )}
      </div>
    </>
  )
}
