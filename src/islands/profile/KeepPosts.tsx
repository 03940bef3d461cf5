import { useState } from 'react'
import type { Translate } from '../../i18n/translate.ts'
import { useHydrated } from '../ui/use-hydrated.ts'

type ExportFormat = 'html' | 'json' | 'book'

export function KeepPosts({ t }: { t: Translate }) {
  const isHydrated = useHydrated()
  const [busy, setBusy] = useState<ExportFormat>()
  const [problem, setProblem] = useState('')

  const press = async (format: ExportFormat) => {
    if (busy) return
    setBusy(format)
    setProblem('')
    const isDone = await (
      format === 'book'
        ? import('./print-book.ts').then((script) => script.printBook(t))
        : import('./save-posts.ts').then((script) => script.savePosts(format))
    ).catch(() => false)
    if (!isDone)
      setProblem(t(format === 'book' ? 'journal.asBookFailed' : 'history.downloadFailed'))
    setBusy(undefined)
  }

  const labels = {
    html: t('history.download'),
    json: t('journal.asJson'),
    book: t('journal.asBook'),
  }
  return (
    <div className="keep-posts">
      {(Object.keys(labels) as ExportFormat[]).map((format) => (
        <button
          key={format}
          type="button"
          className="link-button"
          disabled={!isHydrated}
          aria-disabled={busy !== undefined || undefined}
          aria-busy={busy === format || undefined}
          onClick={() => void press(format)}
        >
          {busy === format
            ? t(format === 'book' ? 'journal.preparing' : 'history.downloading')
            : labels[format]}
        </button>
      ))}
      <p className="field-error" role="alert">
        {problem}
      </p>
    </div>
  )
}
