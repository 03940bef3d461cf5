import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { useListener } from './use-listener.ts'

type Entry = (label: string, action: () => void, className?: string) => ReactNode

interface Props {
  className: string
  label?: string
  icon?: ReactNode
  /** Rendered while open. An entry closes the menu, then acts. */
  children: (entry: Entry) => ReactNode
}

/** Least distance from the sides of the list or window, pixels. */
const EDGE = 8
/** What a panel has above it and its button, as a low window has not. */
const ABOVE = 100

/**
 * Actions behind a button, above it where they have no space below; Escape, a press outside or
 * losing the focus closes it.
 */
export function Menu({ className, label, icon, children }: Props) {
  const menu = useRef<HTMLDetailsElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [isUp, setUp] = useState(false)
  useLayoutEffect(() => {
    menu.current!.parentElement!.toggleAttribute('data-menu', isOpen)
    if (!isOpen) return setUp(false)
    const panel = menu.current!.lastElementChild as HTMLElement
    const { left, right, top, bottom } = panel.getBoundingClientRect()
    // A list cuts what leaves it.
    const around = menu.current!.closest('.scroller') ?? document.documentElement
    const list = around.getBoundingClientRect()
    panel.style.translate = `${Math.max(EDGE + list.left - left, Math.min(0, list.right - EDGE - right))}px`
    // 0 while the bottom navigation is not shown.
    const bar = document.querySelector('.bottom')?.getBoundingClientRect().top || innerHeight
    setUp(bottom > Math.min(list.bottom, bar) && bottom - top < top - ABOVE)
  }, [isOpen])
  // Not while closed: a list has hundreds of menus.
  const leaveTo = (target: EventTarget | null) => {
    if (!menu.current!.contains(target as Node)) menu.current!.open = false
  }
  useListener('pointerdown', ({ target }) => leaveTo(target), isOpen)
  // Before the action: a dialog returns the focus to the element that had it.
  const close = () => {
    menu.current!.open = false
    ;(menu.current!.firstElementChild as HTMLElement).focus()
  }
  const entry: Entry = (text, action, className) => {
    const run = () => {
      close()
      action()
    }
    return (
      // Safari focuses a pressed button only with a tabindex.
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
      data-up={isUp ? '' : undefined}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      onKeyDown={(event) => {
        const { key, currentTarget } = event
        const hasModifier = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey
        if (!currentTarget.open) return
        if (key === 'Escape') close()
        const step = { ArrowDown: 1, ArrowUp: -1 }[key]
        // A card with links scrolls.
        if (!step || hasModifier || currentTarget.querySelector('a')) return
        event.preventDefault()
        const parts = [...currentTarget.querySelectorAll<HTMLElement>('summary, button')]
        const at = parts.indexOf(document.activeElement as HTMLElement)
        parts.at((at + step) % parts.length)!.focus()
      }}
      onBlur={({ relatedTarget }) => relatedTarget && leaveTo(relatedTarget)}
    >
      <summary data-hold="" aria-label={label} suppressHydrationWarning>
        {icon}
      </summary>
      {isOpen && children(entry)}
    </details>
  )
}
