import { DAY_MS, MINUTE_MS } from '../../domain/durations.ts'
import { tokyoDay, tokyoDayEnd, tokyoDayStart } from '../../domain/question-day.ts'
import { formatDate } from '../../i18n/dates.ts'
import { type Messages, translate } from '../../i18n/translate.ts'
import { COMMENTS_PER_QUESTION } from '../../domain/comment-limit.ts'
import { COMMENT_LENGTH, fitComment, storedLength } from '../../domain/comment.ts'
import { draftText, saveDraft } from '../../stores/draft.ts'
import { stored } from '../../api/storage.ts'
import { languageOf } from '../../domain/language.ts'

type LastRead = NonNullable<Awaited<ReturnType<typeof lastRead>>>

/** Asks the service worker for the page; `undefined` if not cached. */
async function lastRead() {
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
  const unwanted = `${stored('Muted')} ${localStorage.getItem('Reported')}`.split(' ')
  const { alone, person = '' } = document.documentElement.dataset
  const own = comments.querySelectorAll(`[data-user-id="${CSS.escape(person)}"]`).length
  // `docs/product.md#own-words-first`
  const isCovered = alone && own === 0 && Date.now() < tokyoDayEnd(previewAt)
  for (const item of comments.querySelectorAll<HTMLElement>('[data-user-id]')) {
    const { userId = '', commentId = '' } = item.dataset
    item.hidden = isCovered || unwanted.includes(userId) || unwanted.includes(commentId)
  }
  return {
    questionId,
    language: languageOf(page.documentElement.lang),
    text: question.textContent?.trim() ?? '',
    /** Category and topic. */
    about: shownText(find('.about')),
    /** A time within the question's day, epoch milliseconds. */
    previewAt,
    /** Epoch milliseconds, device clock. */
    readAt: Number(request.getResponseHeader('Last-Read')),
    /** Newest last. */
    comments,
    /** The person has posted all that a day allows. */
    isFull: own >= COMMENTS_PER_QUESTION,
  }
}

function shownText(element: HTMLElement | null | undefined): string {
  for (const label of element?.querySelectorAll('.visually-hidden') ?? []) label.remove()
  return element?.textContent?.replace(/\s+/g, ' ').trim() ?? ''
}

const main = document.querySelector<HTMLElement>('main[data-state]')!
const find = (selector: string) => main.querySelector<HTMLElement>(selector)!
const t = translate(JSON.parse(main.dataset['messages'] ?? '{}') as Messages)

// The page is served in place of a failed URL; its own URL means home.
const isItself = location.pathname.endsWith('/offline')
const address = isItself ? '/' : location.href
const open = () => (isItself ? location.replace(address) : location.reload())

let field: ReturnType<typeof keepDraft> | undefined
let isPast = false
let midnight: ReturnType<typeof setTimeout> | undefined

/** Whether a reload would interrupt writing or hide unsaved text. */
function isWriting(): boolean {
  if (!field?.element.value) return false
  return isPast || !field.isStored() || document.activeElement === field.element
}

function reached(): void {
  if (!isWriting()) return void open()
  main.dataset['state'] = 'back'
  showDraftNote()
}

function showDay(read: LastRead): void {
  const today = tokyoDay(Date.now())
  isPast = tokyoDay(read.previewAt) !== today
  const time = formatDate(t, 'amPmHhMm', read.readAt)
  const date = formatDate(t, 'theme_date', read.previewAt)
  find('.day').textContent = isPast
    ? t('offline.readBefore', { date })
    : t('offline.readToday', { time })
  find('.composer').hidden = (isPast || read.isFull) && !field?.element.value
  showDraftNote()
  clearTimeout(midnight)
  if (!isPast)
    midnight = setTimeout(() => showDay(read), tokyoDayStart(today) + DAY_MS - Date.now())
}

function showDraftNote(): void {
  const note = !field?.isStored()
    ? 'composer.notKept'
    : isPast
      ? 'composer.error.closed'
      : main.dataset['state'] === 'back'
        ? 'offline.kept'
        : 'offline.keep'
  const element = find('.composer-note')
  if (element.textContent !== t(note)) element.textContent = t(note)
}

async function showLastRead(): Promise<void> {
  const read = await lastRead()
  if (!read) return void delete main.dataset['kept']
  const section = find('.last-read')
  section.lang = read.language
  find('.about').textContent = read.about
  find('h2').textContent = read.text
  const list = find('.comments')
  for (const part of read.comments.querySelectorAll('img, .post-menu, .read')) part.remove()
  for (const item of Array.from(read.comments.children))
    list.appendChild(document.importNode(item, true))
  find('.then').hidden = list.children.length === 0
  field = keepDraft(find('.composer'), read.questionId)
  field.element.addEventListener('blur', () => {
    if (main.dataset['state'] === 'back' && !isWriting()) open()
  })
  showDay(read)
  document.addEventListener('visibilitychange', () => showDay(read))
  section.hidden = false
}

if (isItself) find('.button').setAttribute('href', address)
if ('kept' in main.dataset) void showLastRead()

/** Backoff of retries; a slow response may be of a service worker that the browser has ended. */
const MIN_RETRY_MS = 3_000
const MAX_RETRY_MS = MINUTE_MS
const SLOW_RETRY_MS = 8_000

let pause = MIN_RETRY_MS
let timer = setTimeout(poll, main.dataset['state'] === 'slow' ? SLOW_RETRY_MS : pause)
let isPolling = false

async function poll(): Promise<void> {
  clearTimeout(timer)
  if (isPolling || document.hidden) return
  isPolling = true
  const response = await fetch(address, { method: 'HEAD', cache: 'no-store' }).catch(
    () => undefined,
  )
  isPolling = false
  if (response) return reached()
  timer = setTimeout(poll, pause)
  pause = Math.min(pause * 2, MAX_RETRY_MS)
}

addEventListener('online', poll)
document.addEventListener('visibilitychange', poll)
const { serviceWorker } = navigator
serviceWorker?.addEventListener('message', ({ data }) => {
  if (data === 'arrived') return reached()
  // The slow request has failed.
  main.dataset['state'] = 'offline'
  void poll()
})
// Messages may have arrived before this script.
serviceWorker?.startMessages()

/** The composer offline: saves its text as the question's draft. */
function keepDraft(composer: HTMLElement, questionId: string) {
  const element = composer.querySelector('textarea')!
  const count = composer.querySelector('.count')!
  element.value = draftText(questionId)

  const measure = () => (count.textContent = `${storedLength(element.value)}/${COMMENT_LENGTH}`)
  const keep = (isComposing: boolean) => {
    const { text, caret, isCut } = fitComment(element.value, element.selectionEnd)
    // The IME owns the text while composing.
    if (isCut && !isComposing) {
      element.value = text
      element.setSelectionRange(caret, caret)
    }
    measure()
    saveDraft(questionId, element.value)
    showDraftNote()
  }
  element.addEventListener('input', (event) => keep((event as InputEvent).isComposing))
  element.addEventListener('compositionend', () => keep(false))
  measure()
  return { element, isStored: () => draftText(questionId) === element.value }
}
