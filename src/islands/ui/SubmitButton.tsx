import type { ReactNode } from 'react'
import { useHydrated } from './use-hydrated.ts'

interface Props {
  isBusy: boolean
  isEnabled?: boolean
  className?: string
  form?: string
  children: ReactNode
}

/** Keeps the focus while busy; disabled until hydration. */
export function SubmitButton({ isBusy, isEnabled = true, className = '', form, children }: Props) {
  const isHydrated = useHydrated()
  return (
    <button
      type="submit"
      // `layouts/hold-submit.js` enables it before hydration.
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
