import { type ReactNode, useEffect, useState } from 'react'
import { showLoadFailure } from '../../browser/dialogs/load-failure.ts'
import { withTimeout } from '../../domain/with-timeout.ts'
import { t } from '../../i18n/translate.ts'
import { closeDialog } from '../../stores/dialog.ts'
import { Dialog } from './Dialog.tsx'

/** Milliseconds without an answer to a press that nobody notices. */
const SLOW_MS = 1_000

interface Props<Loaded> {
  load: () => Promise<Loaded>
  /** Opened by the page itself: fails silently. */
  isUnasked?: boolean
  children: (loaded: Loaded) => ReactNode
}

/** A dialog whose script loads as it opens. */
export function OnDemand<Loaded>({ load, isUnasked = false, children }: Props<Loaded>) {
  const [loaded, setLoaded] = useState<{ script: Loaded }>()
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    let isOpen = true
    const timer = setTimeout(() => setSlow(!isUnasked), SLOW_MS)
    withTimeout(load()).then(
      (script) => setLoaded({ script }),
      () => {
        if (!isOpen) return
        closeDialog()
        if (!isUnasked) showLoadFailure()
      },
    )
    return () => {
      isOpen = false
      clearTimeout(timer)
    }
    // oxlint-disable-next-line react/exhaustive-deps -- once, as it opens
  }, [])
  if (loaded) return children(loaded.script)
  return isSlow && <Dialog title={t('dialog.loading')} close={t('dialog.cancel')} />
}
