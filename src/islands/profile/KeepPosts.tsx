import { useState } from 'react'
import { t } from '../../i18n/translate.ts'
import { Menu } from '../ui/Menu.tsx'
import { loadHistory } from './load-history.ts'

type ExportFormat = 'html' | 'json' | 'book'

/** One menu for everything that takes the posts along: a page, JSON, a book to print. */
export function KeepPosts() {
  const [busy, setBusy] = useState<ExportFormat>()
  const [problem, setProblem] = useState('')

  const keep = async (format: ExportFormat) => {
    if (busy) return
    setBusy(format)
    setProblem('')
    const isDone = await import('./export-posts.ts')
      .then(({ printBook, savePosts }) =>
        format === 'book' ? printBook(loadHistory) : savePosts(format),
      )
      .catch(() => false)
    if (!isDone)
      setProblem(t(format === 'book' ? 'journal.asBookFailed' : 'history.downloadFailed'))
    setBusy(undefined)
  }

  return (
    <div className="keep-posts">
      <Menu className="history-menu keep-menu" label={t('journal.keep')} icon={t('journal.keep')}>
        {(entry) => (
          <div>
            {entry(t('journal.asBook'), () => void keep('book'))}
            {entry(t('history.download'), () => void keep('html'))}
            {entry(t('journal.asJson'), () => void keep('json'))}
          </div>
        )}
      </Menu>
      <p role="status">
        {busy && t(busy === 'book' ? 'journal.preparing' : 'history.downloading')}
      </p>
      <p className="field-error" role="alert">
        {problem}
      </p>
    </div>
  )
}
