import type { ComponentProps } from 'react'

/** @param kind its colour (`styles/operator/frame.css`) */
export const Badge = ({ kind, ...badge }: ComponentProps<'span'> & { kind?: string }) => (
  <span className="desk-badge" data-kind={kind} {...badge} />
)
