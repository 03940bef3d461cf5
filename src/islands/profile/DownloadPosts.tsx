import { useState } from 'react'
import type { Translate } from '../../i18n/translate.ts'
import { useHydrated } from '../ui/use-hydrated.ts'

/** Saves all of one's own posts as one file. */
export function DownloadPosts({ t }: { t: Translate }) {
  const isHydrated = useHydrated()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')

  const press = async () => {
    if (isBusy) return
    setBusy(true)
    setProblem('')
    const isSaved = await import('../../browser/profile/save-posts.ts')
      .then(({ savePosts }) => savePosts())
      .catch(() => false)
    if (!isSaved) setProblem(t('history.downloadFailed'))
    setBusy(false)
  }

  return (
    <div>
      <button
        type="button"
        className="link-button"
        disabled={!isHydrated}
        aria-disabled={isBusy || undefined}
        aria-busy={isBusy || undefined}
        onClick={() => void press()}
      >
        {t(isBusy ? 'history.downloading' : 'history.download')}
      </button>
      <p className="field-error" role="alert">
        {problem}
      </p>
    </div>
  )
}
