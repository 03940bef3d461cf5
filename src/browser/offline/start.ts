import { DAY, tokyoDay, tokyoDayStart } from '../../domain/question-day.ts'
import { formatDate } from '../../i18n/dates.ts'
import { translate, type Messages } from '../../i18n/translate.ts'
import { keepDraft, type DraftField } from './draft-field.ts'
import { lastRead, type LastRead } from './last-read.ts'
import { reconnect } from './reconnect.ts'

type State = 'offline' | 'slow' | 'back'

const main = document.querySelector<HTMLElement>('main[data-state]')!
const place = (selector: string) => main.querySelector<HTMLElement>(selector)!
const t = translate(JSON.parse(main.dataset['messages'] ?? '{}') as Messages)
const show = (state: State) => (main.dataset['state'] = state)

// The page stands in for the address that failed; opened under its own, it stands in for the home page.
const isItself = location.pathname.endsWith('/offline')
const address = isItself ? '/' : location.href
const open = () => (isItself ? location.replace(address) : location.reload())

let field: DraftField | undefined
let isPast = false
let midnight: ReturnType<typeof setTimeout> | undefined

/** A text that would be out of sight afterwards, or is just being written: the person decides when to go on. */
function isWriting(): boolean {
  if (!field?.element.value) return false
  return isPast || !field.isKept() || document.activeElement === field.element
}

function reached(): void {
  if (!isWriting()) return void open()
  show('back')
}

/** Says of which day the question is: never that it is today's when it is not. */
function tellDay(read: LastRead): void {
  const today = tokyoDay(Date.now())
  isPast = tokyoDay(read.previewAt) !== today
  const time = formatDate(t, 'amPmHhMm', read.readAt)
  const date = formatDate(t, 'theme_date', read.previewAt)
  place('.day').textContent = isPast
    ? t('offline.readBefore', { date })
    : t('offline.readToday', { time })
  place('.composer').hidden = isPast && !field?.element.value
  tellDraft()
  clearTimeout(midnight)
  if (!isPast) midnight = setTimeout(() => tellDay(read), tokyoDayStart(today) + DAY - Date.now())
}

function tellDraft(): void {
  const note = !field?.isKept()
    ? 'offline.notKept'
    : isPast
      ? 'composer.error.closed'
      : 'offline.keep'
  place('.composer-note').textContent = t(note)
}

async function showLastRead(): Promise<void> {
  const read = await lastRead()
  if (!read) return
  const section = place('.last-read')
  section.lang = read.language
  place('.about').textContent = read.about
  place('h2').textContent = read.text
  const list = place('.comments')
  for (const picture of read.comments.querySelectorAll('img')) picture.remove()
  for (const item of Array.from(read.comments.children))
    list.appendChild(document.importNode(item, true))
  place('.then').hidden = list.children.length === 0
  field = keepDraft(place('.composer'), read.questionId, tellDraft)
  field.element.addEventListener('blur', () => {
    if (main.dataset['state'] === 'back' && !isWriting()) open()
  })
  tellDay(read)
  document.addEventListener('visibilitychange', () => tellDay(read))
  section.hidden = false
}

if (isItself) place('.button').setAttribute('href', address)
void showLastRead()
reconnect(address, main.dataset['state'] === 'slow', { failed: () => show('offline'), reached })
