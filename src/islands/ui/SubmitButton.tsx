import type { ReactNode } from 'react'
import { useHydrated } from './use-hydrated.ts'

interface Props {
  isBusy: boolean
  isEnabled?: boolean
  className?: string
  /** The id of its form, for a button outside of it. */
  form?: string
  children: ReactNode
}

/** Says that it is working and keeps the focus meanwhile; dead until the island can send the form. */
export function SubmitButton({ isBusy, isEnabled = true, className = '', form, children }: Props) {
  const isHydrated = useHydrated()
  return (
    <button
      type="submit"
      // `layouts/hold-submit.js` enables it before React is here.
      suppressHydrationWarning
      form={form}
      className={`button ${className}`}
      disabled={!isHydrated || !isEnabled}
      data-waiting={(!isHydrated && isEnabled) || undefined}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
    >
      {children}
    </button>
  )
}
