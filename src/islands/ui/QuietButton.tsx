import type { ComponentProps } from 'react'

export const QuietButton = (props: ComponentProps<'button'>) => (
  <button type="button" className="button button-quiet" {...props} />
)
