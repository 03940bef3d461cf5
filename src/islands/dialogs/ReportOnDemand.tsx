import { useEffect, useState } from 'react'
import { loadMessages } from '../../stores/messages.ts'
import { showLoadFailure } from '../../browser/dialogs/load-failure.ts'
import type { Translate } from '../../i18n/translate.ts'
import { closeDialog } from '../../stores/dialog.ts'

type Loaded = typeof import('../report/ReportDialog.tsx') & { t: Translate }

/** Loads the report's dialog and its words. */
export function ReportOnDemand({ commentId }: { commentId: string }) {
  const [loaded, setLoaded] = useState<Loaded>()
  useEffect(() => {
    Promise.all([import('../report/ReportDialog.tsx'), loadMessages()]).then(
      ([script, t]) => setLoaded({ ...script, t }),
      () => {
        closeDialog()
        showLoadFailure()
      },
    )
  }, [])
  return loaded && <loaded.default t={loaded.t} commentId={commentId} />
}
