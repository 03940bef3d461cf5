import { stored } from '../../api/storage.ts'
import { languageOf, type Language } from '../../domain/language.ts'
import { tokyoDayEnd } from '../../domain/question-day.ts'

export interface LastRead {
  questionId: string
  language: Language
  text: string
  /** Category and topic. */
  about: string
  /** A time within the question's day, epoch milliseconds. */
  previewAt: number
  /** Epoch milliseconds, device clock. */
  readAt: number
  /** Newest last. */
  comments: HTMLElement
}

/** Asks the service worker for the page; `undefined` if not cached. */
export async function lastRead(): Promise<LastRead | undefined> {
  const request = new XMLHttpRequest()
  request.open('GET', '/offline/last-read')
  request.responseType = 'document'
  await new Promise((resolve) => {
    request.addEventListener('loadend', resolve)
    request.send()
  })
  const page = request.status === 200 ? request.responseXML : null
  const find = (selector: string) => page?.querySelector<HTMLElement>(selector)
  const [question, comments] = [find('#question'), find('.comments')]
  const previewAt = Date.parse(find('.facts time')?.getAttribute('datetime') ?? '')
  const questionId = find('[data-question-id]')?.dataset['questionId']
  if (!page || !question || !comments || !questionId || Number.isNaN(previewAt)) return undefined
  const muted = stored('Muted')?.split(' ') ?? []
  const { alone, person = '' } = document.documentElement.dataset
  const hasAnswered = comments.querySelector(`[data-user-id="${CSS.escape(person)}"]`) !== null
  // `docs/product.md#own-words-first`
  const isCovered = alone && !hasAnswered && Date.now() < tokyoDayEnd(previewAt)
  for (const item of comments.querySelectorAll<HTMLElement>('[data-user-id]'))
    item.hidden = isCovered || muted.includes(item.dataset['userId'] ?? '')
  return {
    questionId,
    language: languageOf(page.documentElement.lang),
    text: question.textContent?.trim() ?? '',
    about: shownText(find('.about')),
    previewAt,
    readAt: Number(request.getResponseHeader('Last-Read')),
    comments,
  }
}

function shownText(element: HTMLElement | null | undefined): string {
  for (const label of element?.querySelectorAll('.visually-hidden') ?? []) label.remove()
  return element?.textContent?.replace(/\s+/g, ' ').trim() ?? ''
}
