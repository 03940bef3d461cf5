import { useEffect, useState } from 'react'
import { t } from '../../i18n/translate.ts'
import { call } from '../../stores/call.ts'
import { closeDialog } from '../../stores/dialog.ts'
import { textIn } from '../../stores/language.ts'
import { UpdateInfo } from './UpdateInfo.tsx'

const KEY = 'UpdateInfo'

/** Release note, or the announcement once loaded (`docs/product.md#announcements`). */
export default function UpdateInfoDialog() {
  // Release notes are keyed by day, announcements by start instant.
  const [start] = useState(() => {
    const newest = localStorage.getItem(KEY) ?? ''
    return newest.includes('T') ? newest : ''
  })
  const [text, setText] = useState(start ? '' : t('dialog.updateInfo.text'))
  useEffect(() => {
    if (!start) return undefined
    let isGone = false
    void call('operator', 'GET /announcement', {}).then((result) => {
      if (isGone) return
      const [current] = result.ok ? result.results : []
      if (current) return setText(textIn(current.texts))
      // Withdrawn or failed: a later page retries.
      localStorage.setItem(KEY, new Date(Date.parse(start) - 1).toISOString())
      closeDialog()
    })
    // Another dialog may have replaced it before the response.
    return () => {
      isGone = true
    }
  }, [start])
  if (!text) return null
  return <UpdateInfo title={t('dialog.updateInfo.title')} close={t('dialog.ok')} text={text} />
}
