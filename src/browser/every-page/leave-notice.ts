/** A sentence that one screen leaves for the next one, which shows it once. */
export interface PageNotice {
  text: string
  /** The setting that was saved: its row in the settings menu gets the focus. */
  setting?: string | undefined
}

/** @param text in the language of the page, since the next screen has no words for it */
export function leaveNotice(text: string, setting?: string): void {
  const notice: PageNotice = { text, setting }
  sessionStorage.setItem('Notice', JSON.stringify(notice))
}
