export interface PageNotice {
  text: string
  /** The saved setting: its row in the menu gets the focus. */
  setting?: string | undefined
  /** Shows the focus, as the page that was left did. */
  focusVisible?: boolean | undefined
}

/** @param text translated, since the next page lacks the sentence */
export function leaveNotice(text: string, focus?: Omit<PageNotice, 'text'>): void {
  sessionStorage.setItem('Notice', JSON.stringify({ text, ...focus }))
}
