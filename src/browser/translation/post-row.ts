import type { Translate } from '../../i18n/translate.ts'
import { fit } from '../reading/fit-text.ts'
import { scrollerOf } from '../reading/list-scroll.ts'
import { keepScroll } from '../reading/keep-scroll.ts'

/** Time before waiting is shown: a translation on the device is there sooner. */
const QUIET_MS = 300

/** Whether a post can be read in the page's language here: its button is in sight of the styles. */
export const isTranslatable = (item: HTMLElement): boolean =>
  item.querySelector('.read')?.checkVisibility() === true

export const isTranslated = (item: HTMLElement): boolean =>
  item.querySelector('.translation') !== null

/** The row below a post: a button, and before it a note on what is shown. */
export function rowOf(commentList: HTMLElement, item: HTMLElement, t: Translate) {
  const row = item.querySelector<HTMLElement>('.read')!
  const button = row.querySelector('button')!
  const original = item.querySelector<HTMLElement>('.text')!
  let timer: ReturnType<typeof setTimeout> | undefined

  const say = (note: string, label: string) => {
    clearTimeout(timer)
    let text = row.querySelector('span')
    if (!note) text?.remove()
    else {
      text ??= row.insertBefore(document.createElement('span'), button)
      text.textContent = note
    }
    button.textContent = label
  }
  /** Changes the post; what is below its text stays where it is, and so does the button under the finger. */
  const change = (run: () => void) =>
    keepScroll(scrollerOf(commentList), anchorOf(commentList, row), run)

  return {
    text: original.textContent,
    language: original.lang,
    showOriginal(problem = '') {
      change(() => {
        item.querySelector('.translation')?.remove()
        original.hidden = false
        fit([original])
        say(problem, t('post.read'))
      })
    },
    showWaiting() {
      timer = setTimeout(() => change(() => say(t('post.translating'), t('post.stop'))), QUIET_MS)
    },
    /** @param share 0 to 1 */
    showDownload(share: number) {
      const percent = String(Math.round(share * 100))
      change(() => say(t('post.downloading', { percent }), t('post.stop')))
    },
    showTranslation(text: string, note: string) {
      change(() => {
        const translation = document.createElement('p')
        translation.className = 'translation'
        translation.lang = document.documentElement.lang
        translation.dir = 'auto'
        translation.textContent = text
        item.insertBefore(translation, row)
        original.hidden = true
        fit([translation])
        say(note, t('post.original'))
      })
    },
  }
}

/** The scroll anchor: the row, while it is in sight. */
function anchorOf(commentList: HTMLElement, row: Element): Element | undefined {
  const { top, bottom } = commentList.querySelector('.scroller')!.getBoundingClientRect()
  const at = row.getBoundingClientRect()
  return at.bottom > Math.max(top, 0) && at.top < Math.min(bottom, innerHeight) ? row : undefined
}
