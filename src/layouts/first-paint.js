// Runs before the first paint on every page: sets the language, the language of the posts that are shown
// (`islands/chat/use-list-language.ts`), whether posts can be translated (`islands/chat/translation/translation-switch.ts`),
// the signed-in person, whether others' answers wait for theirs (`stores/hides-others.ts`) and whether the clock is Tokyo's.
// Holds presses for islands.
{
  const root = document.documentElement
  const { dataset } = root
  let listed = []
  // A press in what is not hydrated yet is held, and carried out once after it: a form that is sent, and what works only
  // with React (`data-hold`). React hydrates at once for a click, not for a form that is sent.
  const hold = (event) => {
    const { type, target, submitter } = event
    const root = target.closest('[ssr],[data-ssr]')
    const pressed =
      type === 'submit' ? target.querySelector('[type=submit]') : target.closest('[data-hold]')
    if (!root || !pressed) return
    event.preventDefault()
    root.press = { pressed, submitter }
    submitter?.setAttribute('aria-busy', 'true')
  }
  addEventListener('submit', hold, true)
  addEventListener('click', hold, true)
  addEventListener(
    'astro:hydrate',
    ({ target }) => {
      const { press } = target
      target.press = undefined
      press?.submitter?.removeAttribute('aria-busy')
      press?.pressed.click()
    },
    true,
  )
  // The end of the comments. The parser runs this at once; an inline script there would wait for the styles, and so run
  // after a first paint without the rest of the page. Puts a person's own comments on the right, hides those of muted
  // people and folds what was reported (`stores/mute.ts`, `stores/reported.ts`). No other `ol` comes before them.
  customElements.define(
    'comments-end',
    class extends HTMLElement {
      connectedCallback() {
        let own = 0
        for (const item of document.querySelectorAll('ol>li')) {
          const post = item.dataset
          if (post.userId === dataset.person) {
            post.own = 1
            if (++own > __COMMENTS_PER_QUESTION__ - 1) dataset.limitReached = 1
          }
          item.hidden = listed.includes(post.userId)
          if (listed.includes(post.commentId)) post.reported = 1
        }
      }
    },
  )
  if (new Date().getTimezoneOffset() + __TOKYO_MINUTES_AHEAD__) dataset.abroad = 1
  // A transition between pages that the browser skips (resized window, redirect) is no error.
  onpagereveal = onpageswap = (event) => event.viewTransition?.ready.catch(() => {})
  try {
    const {
      Language: stored,
      ListLanguage = '',
      UserInfo,
      Read,
      Reported,
      Muted = sessionStorage.Muted,
    } = localStorage
    dataset.list = ListLanguage
    dataset.read = Read
    listed = `${Muted} ${Reported}`.split(' ')
    const cookie = /\bLanguage=([^;]*)/.exec(document.cookie)?.[1]
    const isWrong = [stored, cookie].some(
      (value) => !/^(__LANGUAGES__)$/.test(value ?? '__FALLBACK__'),
    )
    let language = root.lang
    if (isWrong) console.info('Language: unknown, so English')
    // A language in the address wins.
    if (!/^\/\w\w\b/.test(location.pathname)) {
      if (isWrong) language = '__FALLBACK__'
      else if (!cookie) language = stored ?? language
    }
    localStorage.Language = language
    if (cookie !== language) {
      const choice = `Language=${language}`
      document.cookie = `${choice};__COOKIE_ATTRIBUTES__`
      if (language !== root.lang && document.cookie.includes(choice)) location.reload()
    }
    // Throws for a guest.
    const user = JSON.parse(sessionStorage.UserInfo || UserInfo)
    ;({ userId: dataset.person, activated: dataset.activated } = user)
    if (user.userOptions.googleUserId) dataset.social = 1
    if (Date.now() > user.aloneFrom) dataset.alone = 1
  } catch {
    // Without storage the page stays as served; `browser/every-page/start.ts` shows a notice.
  }
}
