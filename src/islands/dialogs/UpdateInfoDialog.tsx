import { useEffect, useState } from 'react'
import { call } from '../../api/call.ts'
import { forgetAnnouncements, RELEASE_NOTE } from '../../browser/notices/update-info.ts'
import type { Translate } from '../../i18n/translate.ts'
import { closeDialog } from '../../stores/dialog.ts'
import { pageLanguage } from '../../stores/language.ts'
import { UpdateInfo } from './UpdateInfo.tsx'

/** @param note `RELEASE_NOTE`, or the start of an announcement, which is shown once its text is there */
export function UpdateInfoDialog({ t, note }: { t: Translate; note: string }) {
  const isAnnounced = note !== RELEASE_NOTE
  const [text, setText] = useState(isAnnounced ? '' : t('dialog.updateInfo.text'))
  useEffect(() => {
    if (!isAnnounced) return
    void call('operator', 'GET /announcement', {}).then((answer) => {
      const [current] = answer.ok ? answer.results : []
      if (!current) {
        forgetAnnouncements()
        return closeDialog()
      }
      setText(current.texts[pageLanguage()] || current.texts.en)
    })
  }, [isAnnounced])
  if (!text) return null
  return <UpdateInfo title={t('dialog.updateInfo.title')} ok={t('dialog.ok')} text={text} />
}
