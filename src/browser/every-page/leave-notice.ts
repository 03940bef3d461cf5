import type { MessageKey } from '../../i18n/translate.ts'

export interface PageNotice {
  text?: string
  /** Of a sentence that the page that was left did not have. */
  key?: MessageKey
  /** The saved setting: its row in the menu gets the focus. */
  setting?: string | undefined
  /** Shows the focus, as the page that was left did. */
  focusVisible?: boolean | undefined
}

/** @param text translated, since the next page lacks the sentence */
export function leaveNotice(
  text: string,
  focus?: Pick<PageNotice, 'setting' | 'focusVisible'>,
): void {
  sessionStorage.setItem('Notice', JSON.stringify({ text, ...focus }))
}
