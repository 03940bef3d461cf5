import { useRef, useState, type ReactNode } from 'react'

export type Entry = (label: string, action: () => void, className?: string) => ReactNode

interface Props {
  className: string
  label: string
  icon?: ReactNode
  /** Rendered while open. An entry closes the menu, then acts. */
  children: (entry: Entry) => ReactNode
}

/** Actions behind a button; Escape or losing the focus closes it. */
export function Menu({ className, label, icon, children }: Props) {
  const menu = useRef<HTMLDetailsElement>(null)
  const [isOpen, setOpen] = useState(false)
  // Before the action: a dialog returns the focus to the element that had it.
  const close = () => {
    menu.current!.open = false
    menu.current!.querySelector('summary')!.focus()
  }
  const entry: Entry = (text, action, className) => {
    const run = () => {
      close()
      action()
    }
    return (
      // Safari focuses a pressed button only with a tabindex; unfocused, the menu would close first.
      <button type="button" tabIndex={0} className={className} onClick={run}>
        {text}
      </button>
    )
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- closes it
    <details
      ref={menu}
      className={className}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      onKeyDown={({ key }) => key === 'Escape' && isOpen && close()}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) currentTarget.open = false
      }}
    >
      <summary data-hold="" aria-label={label} suppressHydrationWarning>
        {icon}
      </summary>
      {isOpen && children(entry)}
    </details>
  )
}
