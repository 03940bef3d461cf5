import { hydrateRoot } from 'react-dom/client'
import type { Messages } from '../../i18n/translate.ts'
import { stayAboveKeyboard } from '../../browser/question/above-keyboard.ts'
import { Composer } from './Composer.tsx'

/**
 * Lets React take over the composer as it stands in the page, with the text and the focus in it.
 * @param pressed what was pressed meanwhile
 */
export function mountComposer(host: HTMLElement, pressed?: Element): void {
  const { questionId = '', messages = '{}', page } = host.dataset
  removeSpace(host)
  stayAboveKeyboard()
  hydrateRoot(
    host,
    <Composer
      questionId={questionId}
      messages={JSON.parse(messages) as Messages}
      isPage={page !== undefined}
      pressed={pressed}
    />,
  )
}

/** The page's markup has space between elements, React's has none. */
function removeSpace(host: HTMLElement): void {
  const texts = document.createNodeIterator(host, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    if (text.parentElement?.tagName !== 'TEXTAREA' && !text.nodeValue?.trim()) {
      ;(text as Text).remove()
    }
  }
}
