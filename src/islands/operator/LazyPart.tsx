import { Component, type ReactNode, Suspense } from 'react'
import { unreached } from '../../api/result.ts'
import { LoadFailure } from '../ui/Form.tsx'

interface Props {
  fallback?: ReactNode
  children: ReactNode
}

/** A part that loads on demand. Says so where its script does not come, and the rest of the page stays. */
export class LazyPart extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError = () => ({ hasFailed: true })

  override render() {
    const { fallback, children } = this.props
    if (!this.state.hasFailed) return <Suspense fallback={fallback}>{children}</Suspense>
    return (
      <LoadFailure failed="desk.failed" failure={unreached} onRetry={() => location.reload()} />
    )
  }
}
