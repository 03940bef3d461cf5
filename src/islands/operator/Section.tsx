import type { ReactNode } from 'react'

/** A part of a case under a heading of its own. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3>{title}</h3>
      {children}
    </section>
  )
}
