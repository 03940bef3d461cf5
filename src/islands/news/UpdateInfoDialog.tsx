import { useEffect, useState } from 'react'
import { t } from '../../i18n/translate.ts'
import { call } from '../../stores/call.ts'
import { closeDialog } from '../../stores/dialog.ts'
import { textIn } from '../../stores/language.ts'
import { Dialog } from '../dialogs/Dialog.tsx'

/** Release note, or the announcement once loaded (`docs/product.md#announcements`). */
export default function UpdateInfoDialog({ newest }: { newest: string }) {
  // Release notes are keyed by day, announcements by start instant.
  const isAnnouncement = newest.includes('T')
  const [text, setText] = useState(isAnnouncement ? '' : t('dialog.updateInfo.text'))
  useEffect(() => {
    if (!isAnnouncement) return undefined
    let isGone = false
    void call('operator', 'GET /announcement', {}).then((result) => {
      if (isGone) return
      const [current] = result.ok ? result.results : []
      if (current) return setText(textIn(current.texts))
      // Withdrawn or failed: a later page retries.
      closeDialog()
    })
    // Another dialog may have replaced it before the response.
    return () => {
      isGone = true
    }
  }, [isAnnouncement])
  useEffect(() => {
    if (text) localStorage.setItem('UpdateInfo', newest)
  }, [text, newest])
  if (!text) return null
  return (
    <Dialog title={t('dialog.updateInfo.title')} close={t('dialog.ok')}>
      {text.split(/\n+/).map((line, index) => (
        <p key={index}>{line}</p>
      ))}
    </Dialog>
  )
}
