// Before the first paint, sets the language, the list's language (`islands/chat/use-list-language.ts`), translation
// (`islands/chat/translation/translation-switch.ts`), the signed-in person, hidden answers (`islands/chat/Cover.tsx`)
// and whether the clock is Tokyo's. Holds presses for islands.
{
  const root = document.documentElement
  const { dataset } = root
  let listed = []
  // Replays presses before hydration once: form submits, and elements that need React (`data-hold`). React itself
  // replays clicks, not submits.
  const hold = (event) => {
    const { type, target, submitter } = event
    const root = target.closest('[ssr],[data-ssr]')
    const pressed =
      type === 'submit' ? target.querySelector('[type=submit]') : target.closest('[data-hold]')
    if (!root || !pressed) return
    event.preventDefault()
    root.press = { pressed, submitter }
    submitter?.setAttribute('aria-busy', true)
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
  // Placed after the comments; the parser runs it at once, whereas an inline script would wait for the styles and miss
  // the first paint. Moves own comments to the right, hides muted people's and folds reported ones (`stores/mute.ts`,
  // `stores/reported.ts`), and that of `#you~<id>`. The comments are the first `ol`.
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
  // A skipped page transition (resized window, redirect) is no error.
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
    dataset.read = Read ?? !self.Translator
    listed = `${Muted} ${Reported} ${location.hash}`.split(/ |~/)
    const cookie = /\bLanguage=([^;]*)/.exec(document.cookie)?.[1]
    const isWrong = [stored, cookie].some(
      (value) => !/^(__LANGUAGES__)$/.test(value ?? '__FALLBACK__'),
    )
    let language = root.lang
    if (isWrong) console.info('Language: __FALLBACK__')
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
    const info = sessionStorage.UserInfo || UserInfo
    if (info) {
      const user = JSON.parse(info)
      ;({ userId: dataset.person, activated: dataset.activated } = user)
      if (user.userOptions.googleUserId) dataset.social = 1
      if (Date.now() > user.aloneFrom) dataset.alone = 1
    }
  } catch {
    // Without storage the page stays as served; `browser/every-page/start.ts` shows a notice.
  }
}
