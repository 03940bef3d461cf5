import { useEffect, useState } from 'react'
import type { Translate } from '../../i18n/translate.ts'
import { closeDialog } from '../../stores/dialog.ts'

/** Loads the dialog with what is new, which few visits need; nobody asked for it, so a failure needs no message. */
export function UpdateInfoOnDemand({ t }: { t: Translate }) {
  const [loaded, setLoaded] = useState<typeof import('../news/UpdateInfoDialog.tsx')>()
  useEffect(() => {
    import('../news/UpdateInfoDialog.tsx').then(setLoaded, closeDialog)
  }, [])
  return loaded && <loaded.default t={t} />
}
