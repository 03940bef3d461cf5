import { stored } from '../../api/storage.ts'
import type { Address } from '../../contract/call-types.ts'
import type { OwnComment } from '../../contract/schemas.ts'
import { saveFile } from '../../browser/save-file.ts'
import { tokyoDay } from '../../domain/question-day.ts'
import { questionText } from '../../domain/question.ts'
import { formatDate } from '../../i18n/dates.ts'
import { t } from '../../i18n/translate.ts'
import { pageLanguage } from '../../stores/language.ts'
import { reloadUser } from '../../stores/session.ts'
import { $user } from '../../stores/user.ts'
import type { loadHistory } from './load-history.ts'
import css from '../../styles/account/book.css?inline'

const EXPORT: Address = '/service/comment/v1/comment/export'
const FILE_NAME = /filename="([\w.-]+)"/

/**
 * Downloads the person's posts as one file; a truncated response saves nothing.
 * @returns whether they were loaded
 */
export async function savePosts(format: 'html' | 'json'): Promise<boolean> {
  // Refreshes an expired token first.
  await reloadUser()
  const query = new URLSearchParams({ language: pageLanguage(), format })
  const headers = { Authorization: `Bearer ${stored('AccessToken')}` }
  const response = await fetch(`${EXPORT}?${query}`, { headers })
  if (!response.ok) return false
  const [, name] = FILE_NAME.exec(response.headers.get('Content-Disposition') ?? '') ?? []
  saveFile(await response.blob(), name ?? `ichimon.${format}`)
  return true
}

/**
 * Prints the person's posts as a book (`docs/product.md#profile`): title page, then days in order
 * under month headings. Japanese is vertical.
 * @param load of the page, which has loaded it
 * @returns whether they were loaded
 */
export async function printBook(load: typeof loadHistory): Promise<boolean> {
  const user = $user.get()
  if (!user) return false
  const result = await load(user.userId, '', undefined, Infinity)
  if (!result.ok) return false
  const posts = result.results.filter(({ hidden }) => !hidden).toReversed()
  document.querySelector('.book')?.remove()
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets.push(sheet)
  const book = bookOf(user.username, posts)
  document.body.appendChild(book)
  const close = () => {
    book.remove()
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
  }
  addEventListener('afterprint', close, { once: true })
  print()
  return true
}

const postedAt = (post: OwnComment) => post.lastUpdated * 1000
const monthOf = (post: OwnComment) => tokyoDay(postedAt(post)).slice(0, 7)

function bookOf(username: string, posts: readonly OwnComment[]): HTMLElement {
  const book = element('article', { className: 'book' })
  const title = book.appendChild(element('header', { className: 'book-title' }))
  title.appendChild(document.querySelector('.logo')!.cloneNode(true))
  title.appendChild(element('h1', { textContent: t('journal.book', { username }) }))
  const [first, last] = [posts[0], posts.at(-1)]
  if (!first || !last) return book
  const span = [first, last].map((post) => formatDate(t, 'month_yyyy', postedAt(post)))
  title.appendChild(upright('p', [...new Set(span)].join(' – ')))
  let month = ''
  let questionId = ''
  let day: HTMLElement = book
  for (const post of posts) {
    if (monthOf(post) !== month) {
      const heading = formatDate(t, 'month_yyyy', postedAt(post))
      book.appendChild(upright('h2', heading))
    }
    if (post.question.questionId !== questionId || monthOf(post) !== month)
      day = book.appendChild(dayOf(post))
    month = monthOf(post)
    questionId = post.question.questionId
    const { text, lang = '' } = post
    Object.assign(day.appendChild(upright('p', text)), { lang, className: 'book-answer' })
  }
  return book
}

function dayOf(post: OwnComment): HTMLElement {
  const day = element('section')
  const date = formatDate(t, 'theme_date', postedAt(post))
  day.appendChild(upright('p', date)).className = 'book-date'
  day.appendChild(upright('h3', questionText(post.question, pageLanguage())))
  return day
}

/** With numbers that stand upright in vertical lines, short ones side by side. */
function upright(tag: 'p' | 'h2' | 'h3', text: string): HTMLElement {
  const parent = element(tag)
  for (const textContent of text.split(/(\d+)/)) {
    const size = textContent.length > 3 ? 'long' : 'short'
    const className = /^\d/.test(textContent) ? size : ''
    parent.appendChild(element('span', { textContent, className }))
  }
  return parent
}

const element = (tag: keyof HTMLElementTagNameMap, properties: Partial<HTMLElement> = {}) =>
  Object.assign(document.createElement(tag), properties) as HTMLElement
