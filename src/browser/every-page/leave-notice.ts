export interface PageNotice {
  text: string
  /** The saved setting: its row in the menu gets the focus. */
  setting?: string | undefined
  /** Whether the keyboard was used, so that the row shows its focus. */
  focusVisible: boolean
}

/** @param text translated, since the next page lacks the sentence */
export function leaveNotice(text: string, setting?: string): void {
  const focusVisible = document.activeElement!.matches(':focus-visible')
  const notice: PageNotice = { text, setting, focusVisible }
  sessionStorage.setItem('Notice', JSON.stringify(notice))
}
