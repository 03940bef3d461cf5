import { reportedPosts } from '../../stores/reported.ts'
import type { Chat } from './room-language.ts'
import { showLoadFailure } from '../dialogs/load-failure.ts'

const itemOf = (target: EventTarget | null | undefined) =>
  target instanceof Element ? target.closest<HTMLElement>('.comments > li') : null

const started = new WeakSet<HTMLElement>()

/**
 * Gives each stored comment of the list a menu, whose entries are loaded when it is opened.
 * @param pressed what was clicked before this was loaded; the dots that the styles draw until then open the menu
 */
export function addMenus(chat: Chat, pressed?: EventTarget | null): void {
  if (!started.has(chat)) start(chat)
  for (const item of chat.querySelectorAll<HTMLElement>('.comments > li')) addMenu(chat, item)
  foldReported(chat)
  showAllMuted(chat)
  readInLanguage(chat, pressed)
  // The dots before there was a menu are a part of the item itself.
  if (!pressed || itemOf(pressed) !== pressed) return
  const menu = menuOf(pressed)
  if (menu) menu.open = true
}

const menuOf = (target: EventTarget | null) =>
  itemOf(target)?.querySelector<HTMLDetailsElement>('.post-menu')

/**
 * Loads the translation of posts once a button of it is pressed, where the room's switch is on, and where it is not known
 * yet whether this browser translates.
 */
function readInLanguage(chat: HTMLElement, target?: EventTarget | null): void {
  const pressed =
    target instanceof Element ? target.closest('.read button, .read-room input') : null
  const { read } = document.documentElement.dataset
  if (!pressed && read !== 'on' && (read === 'off' || !('Translator' in globalThis))) return
  import('../translation/translate-posts.ts')
    .then((script) => script.translatePosts(chat, pressed))
    .catch(showLoadFailure)
}

/** Folds the posts that were reported in this browser. */
function foldReported(chat: HTMLElement): void {
  const ids = new Set(reportedPosts())
  for (const item of chat.querySelectorAll<HTMLElement>('.comments > li'))
    item.toggleAttribute('data-reported', ids.has(item.dataset['commentId'] ?? ''))
  if (!chat.querySelector('[data-reported]')) return
  import('../question/fold-reported.ts').then((script) => script.fold(chat)).catch(() => {})
}

/** Says why nothing is shown where every post is by somebody who is muted. */
function showAllMuted(chat: HTMLElement): void {
  const isShown = chat.querySelector('.comments > li:not([hidden])') !== null
  if (isShown && !chat.querySelector('.all-muted')) return
  import('../question/all-muted.ts').then((script) => script.showAllMuted(chat)).catch(() => {})
}

function addMenu(chat: HTMLElement, item: HTMLElement): void {
  const menu = item.querySelector('.post-menu')
  if ('pending' in item.dataset) menu?.remove()
  if (menu || 'pending' in item.dataset) return
  const added = document.createElement('details')
  added.className = 'post-menu'
  const summary = added.appendChild(document.createElement('summary'))
  summary.ariaLabel = `${chat.dataset['menu']} ${item.querySelector('b')?.textContent}`
  item.appendChild(added)
}

/** Loads what shows the room in one language, once that is chosen or remembered. */
function startRoomOnChoice(chat: Chat): void {
  const listen = () => chat.addEventListener('change', load, { once: true })
  const load = () =>
    void import('./room-language.ts')
      .then((script) => script.startRoomLanguage(chat))
      .catch(() => {
        listen()
        showLoadFailure()
      })
  const isChosen = chat.querySelector('[name="room"]:checked:not([value=""])')
  if (isChosen || document.documentElement.dataset['room']) load()
  else listen()
}

function start(chat: Chat): void {
  started.add(chat)
  startRoomOnChoice(chat)
  const { dataset } = document.documentElement
  if ('person' in dataset && ('live' in chat.dataset || 'alone' in dataset))
    import('../returning/start.ts')
      .then((script) => script.startReturning(chat))
      // Without it nothing can show what is hidden.
      .catch(() => delete dataset['alone'])
  const button = chat.querySelector<HTMLElement>('.menus')
  const first = () => chat.querySelector<HTMLElement>('.post-menu summary')
  if (document.activeElement === button) queueMicrotask(() => first()?.focus())
  button?.remove()
  addEventListener('reported', () => foldReported(chat))
  chat.addEventListener('click', ({ target }) => readInLanguage(chat, target))
  chat.addEventListener(
    'toggle',
    ({ target }) => {
      const menu = target as HTMLDetailsElement
      if (!menu.open) menu.querySelector('div')?.remove()
      else
        void import('../question/post-entries.ts')
          .then((script) => script.addEntries(chat, itemOf(menu)!, menu))
          .catch(() => {
            menu.open = false
            showLoadFailure()
          })
    },
    true,
  )
  chat.addEventListener('keydown', ({ key, target }) => {
    const menu = menuOf(target)
    if (key !== 'Escape' || !menu?.open) return
    menu.open = false
    menu.querySelector('summary')!.focus()
  })
  chat.addEventListener('focusout', ({ target, relatedTarget }) => {
    const menu = (target as Element).closest<HTMLDetailsElement>('.post-menu')
    if (menu && !menu.contains(relatedTarget as Node | null)) menu.open = false
  })
}
