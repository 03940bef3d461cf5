import { useState } from 'react'
import type { Translate } from '../../i18n/translate.ts'
import { useHydrated } from '../ui/use-hydrated.ts'

type Way = 'html' | 'json' | 'book'

/** Saves all of one's own posts as one file, or prints them as a book. */
export function KeepPosts({ t }: { t: Translate }) {
  const isHydrated = useHydrated()
  const [busy, setBusy] = useState<Way>()
  const [problem, setProblem] = useState('')

  const press = async (way: Way) => {
    if (busy) return
    setBusy(way)
    setProblem('')
    const isDone = await (
      way === 'book'
        ? import('../../browser/profile/print-book.ts').then((script) => script.printBook(t))
        : import('../../browser/profile/save-posts.ts').then((script) => script.savePosts(way))
    ).catch(() => false)
    if (!isDone) setProblem(t(way === 'book' ? 'journal.asBookFailed' : 'history.downloadFailed'))
    setBusy(undefined)
  }

  const labels = {
    html: t('history.download'),
    json: t('journal.asJson'),
    book: t('journal.asBook'),
  }
  return (
    <div className="keep-posts">
      {(Object.keys(labels) as Way[]).map((way) => (
        <button
          key={way}
          type="button"
          className="link-button"
          disabled={!isHydrated}
          aria-disabled={busy !== undefined || undefined}
          aria-busy={busy === way || undefined}
          onClick={() => void press(way)}
        >
          {busy === way
            ? t(way === 'book' ? 'journal.preparing' : 'history.downloading')
            : labels[way]}
        </button>
      ))}
      <p className="field-error" role="alert">
        {problem}
      </p>
    </div>
  )
}
