import type { ReactNode } from 'react'
import { useHydrated } from './use-hydrated.ts'

interface Props {
  isBusy: boolean
  isEnabled?: boolean
  className?: string
  children: ReactNode
}

/** Says that it is working and keeps the focus meanwhile; dead until the island can send the form. */
export function SubmitButton({ isBusy, isEnabled = true, className = '', children }: Props) {
  const isHydrated = useHydrated()
  return (
    <button
      type="submit"
      className={`button ${className}`}
      disabled={!isHydrated || !isEnabled}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
    >
      {children}
    </button>
  )
}
