import { useEffect, useState, type ReactNode } from 'react'
import { showLoadFailure } from '../../browser/dialogs/load-failure.ts'
import { closeDialog } from '../../stores/dialog.ts'

interface Props<Loaded> {
  load: () => Promise<Loaded>
  /** Opened by the page itself: fails silently. */
  isUnasked?: boolean
  children: (loaded: Loaded) => ReactNode
}

export function OnDemand<Loaded>({ load, isUnasked = false, children }: Props<Loaded>) {
  const [loaded, setLoaded] = useState<{ script: Loaded }>()
  useEffect(() => {
    load().then(
      (script) => setLoaded({ script }),
      () => {
        closeDialog()
        if (!isUnasked) showLoadFailure()
      },
    )
    // oxlint-disable-next-line react/exhaustive-deps -- once, as it opens
  }, [])
  return loaded && children(loaded.script)
}
