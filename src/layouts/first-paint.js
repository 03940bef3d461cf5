// Runs before the first paint on every page: sets the language, the language of the posts that are shown
// (`browser/reading/room-language.ts`), the signed-in person, whether others' answers wait for theirs (`stores/hides-others.ts`) and
// whether the clock is Tokyo's.
{
  const root = document.documentElement
  const { dataset } = root
  if (new Date().getTimezoneOffset() + 540) dataset.abroad = 1
  // A transition between pages that the browser skips (resized window, redirect) is no error.
  onpagereveal = onpageswap = (event) => event.viewTransition?.ready.catch(() => {})
  try {
    const { Language: stored, RoomLanguage = '', UserInfo } = localStorage
    dataset.room = RoomLanguage
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
      document.cookie = `${choice};Path=/;Max-Age=31536000;SameSite=Lax`
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
