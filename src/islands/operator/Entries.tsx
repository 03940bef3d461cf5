import type { ReactNode } from 'react'

interface Props {
  title: string
  isOpen?: boolean
  children: readonly ReactNode[]
}

/** A titled list that folds; nothing where it is empty. */
export function Entries({ title, isOpen = true, children }: Props) {
  if (children.length === 0) return null
  return (
    <details className="desk-entries" open={isOpen}>
      <summary>{title}</summary>
      <ul role="list">{children}</ul>
    </details>
  )
}

/** @param note for the team, in no language */
export function Entry({ title, words, note }: { title?: ReactNode; words?: string; note: string }) {
  return (
    <li>
      {title && <strong>{title}</strong>}
      {words && <p className="desk-words">{words}</p>}
      <p className="field-hint" translate="no">
        {note}
      </p>
    </li>
  )
}
