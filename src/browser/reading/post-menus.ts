import { reportedPosts } from '../../stores/reported.ts'
import type { CommentList } from './comment-list.ts'
import { showLoadFailure } from '../dialogs/load-failure.ts'

const itemOf = (target: EventTarget | null | undefined) =>
  target instanceof Element ? target.closest<HTMLElement>('.comments > li') : null

const started = new WeakSet<HTMLElement>()

/**
 * Gives each stored comment of the list a menu, whose entries are loaded when it is opened.
 * @param pressed what was clicked before this was loaded; the dots that the styles draw until then open the menu
 */
export function addMenus(commentList: CommentList, pressed?: EventTarget | null): void {
  if (!started.has(commentList)) start(commentList)
  for (const item of commentList.querySelectorAll<HTMLElement>('.comments > li'))
    addMenu(commentList, item)
  foldReported(commentList)
  showAllMuted(commentList)
  readInLanguage(commentList, pressed)
  // The dots before there was a menu are a part of the item itself.
  if (!pressed || itemOf(pressed) !== pressed) return
  const menu = menuOf(pressed)
  if (menu) menu.open = true
}

const menuOf = (target: EventTarget | null) =>
  itemOf(target)?.querySelector<HTMLDetailsElement>('.post-menu')

/**
 * Loads the translation of posts once a button of it is pressed, where the translation switch is on, and where it is not known
 * yet whether this browser translates.
 */
function readInLanguage(commentList: HTMLElement, target?: EventTarget | null): void {
  const pressed = target instanceof Element ? target.closest('.read button, .read-all input') : null
  const { read } = document.documentElement.dataset
  if (!pressed && read !== 'on' && (read === 'off' || !('Translator' in globalThis))) return
  import('../translation/translate-posts.ts')
    .then((script) => script.translatePosts(commentList, pressed))
    .catch(showLoadFailure)
}

/** Folds the posts that were reported in this browser. */
function foldReported(commentList: HTMLElement): void {
  const ids = new Set(reportedPosts())
  for (const item of commentList.querySelectorAll<HTMLElement>('.comments > li'))
    item.toggleAttribute('data-reported', ids.has(item.dataset['commentId'] ?? ''))
  if (!commentList.querySelector('[data-reported]')) return
  import('../question/fold-reported.ts').then((script) => script.fold(commentList)).catch(() => {})
}

/** Says why nothing is shown where every post is by somebody who is muted. */
function showAllMuted(commentList: HTMLElement): void {
  const isShown = commentList.querySelector('.comments > li:not([hidden])') !== null
  if (isShown && !commentList.querySelector('.all-muted')) return
  import('../question/all-muted.ts')
    .then((script) => script.showAllMuted(commentList))
    .catch(() => {})
}

function addMenu(commentList: HTMLElement, item: HTMLElement): void {
  const menu = item.querySelector('.post-menu')
  if ('pending' in item.dataset) menu?.remove()
  if (menu || 'pending' in item.dataset) return
  const added = document.createElement('details')
  added.className = 'post-menu'
  const summary = added.appendChild(document.createElement('summary'))
  summary.ariaLabel = `${commentList.dataset['menu']} ${item.querySelector('b')?.textContent}`
  item.appendChild(added)
}

/** Loads the choice of the list's language once a language is chosen or stored. */
function startListLanguageOnChoice(commentList: CommentList): void {
  const listen = () => commentList.addEventListener('change', load, { once: true })
  const load = () =>
    void import('./list-language.ts')
      .then((script) => script.startListLanguage(commentList))
      .catch(() => {
        listen()
        showLoadFailure()
      })
  const isChosen = commentList.querySelector('[name="list"]:checked:not([value=""])')
  if (isChosen || document.documentElement.dataset['list']) load()
  else listen()
}

function start(commentList: CommentList): void {
  started.add(commentList)
  startListLanguageOnChoice(commentList)
  const { dataset } = document.documentElement
  if ('person' in dataset && ('live' in commentList.dataset || 'alone' in dataset))
    import('../returning/start.ts')
      .then((script) => script.startReturning(commentList))
      // Without it nothing can show what is hidden.
      .catch(() => delete dataset['alone'])
  const button = commentList.querySelector<HTMLElement>('.menus')
  const first = () => commentList.querySelector<HTMLElement>('.post-menu summary')
  if (document.activeElement === button) queueMicrotask(() => first()?.focus())
  button?.remove()
  addEventListener('reported', () => foldReported(commentList))
  commentList.addEventListener('click', ({ target }) => readInLanguage(commentList, target))
  commentList.addEventListener(
    'toggle',
    ({ target }) => {
      const menu = target as HTMLDetailsElement
      if (!menu.open) menu.querySelector('div')?.remove()
      else
        void import('../question/post-entries.ts')
          .then((script) => script.addEntries(commentList, itemOf(menu)!, menu))
          .catch(() => {
            menu.open = false
            showLoadFailure()
          })
    },
    true,
  )
  commentList.addEventListener('keydown', ({ key, target }) => {
    const menu = menuOf(target)
    if (key !== 'Escape' || !menu?.open) return
    menu.open = false
    menu.querySelector('summary')!.focus()
  })
  commentList.addEventListener('focusout', ({ target, relatedTarget }) => {
    const menu = (target as Element).closest<HTMLDetailsElement>('.post-menu')
    if (menu && !menu.contains(relatedTarget as Node | null)) menu.open = false
  })
}
