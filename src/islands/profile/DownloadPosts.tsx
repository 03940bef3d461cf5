import { useState } from 'react'
import { stored } from '../../api/storage.ts'
import type { Translate } from '../../i18n/translate.ts'
import { pageLanguage } from '../../stores/language.ts'
import { reloadUser } from '../../stores/session.ts'
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
    const isSaved = await download().catch(() => false)
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

const PATH = '/service/comment/v1/comment/export'
const NAME = /filename="([\w.-]+)"/

/** A file that breaks off in the middle fails as a whole. */
async function download(): Promise<boolean> {
  // An access token that has run out is renewed first.
  await reloadUser()
  const response = await fetch(`${PATH}?${new URLSearchParams({ language: pageLanguage() })}`, {
    headers: { Authorization: `Bearer ${stored('AccessToken')}` },
  })
  if (!response.ok) return false
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await response.blob())
  link.download =
    NAME.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? 'ichimon.html'
  link.click()
  // The browser reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
  return true
}
