import type { ReactNode } from 'react'
import { FormProblem } from '../../ui/FormProblem.tsx'

interface Props {
  line: ReactNode
  isOpen: boolean
  problem: string
  onToggle: () => void
  children: ReactNode
}

/** An entry of a list: its line, and below it, while it is open, what can be done with it. */
export function PoolDisclosure({ line, isOpen, problem, onToggle, children }: Props) {
  return (
    <li>
      <button type="button" className="pool-line" aria-expanded={isOpen} onClick={onToggle}>
        {line}
      </button>
      {isOpen && (
        <div className="calendar-panel">
          <FormProblem text={problem} />
          {children}
        </div>
      )}
    </li>
  )
}
