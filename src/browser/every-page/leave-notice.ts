export interface PageNotice {
  text: string
  /** The saved setting: its row in the menu gets the focus. */
  setting?: string | undefined
}

/** @param text translated, since the next page lacks the sentence */
export function leaveNotice(text: string, setting?: string): void {
  const notice: PageNotice = { text, setting }
  sessionStorage.setItem('Notice', JSON.stringify(notice))
}
