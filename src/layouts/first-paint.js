;(function () {
  var root = document.documentElement
  if (new Date().getTimezoneOffset() !== -540) root.dataset.abroad = ''
  var isLanguage = /^(?:ja|en)$/
  try {
    var stored = localStorage.getItem('Language')
    var cookie = (/(?:^|; )Language=([^;]*)/.exec(document.cookie) || [null, null])[1]
    var isWrong = [stored, cookie].some(function (value) {
      return value !== null && !isLanguage.test(value)
    })
    var language = root.lang
    if (isWrong) console.info('Language: the stored value is neither ja nor en')
    // An address with a language in it decides by itself.
    if (!/^\/(?:ja|en)(?:\/|$)/.test(location.pathname)) {
      if (isWrong) language = 'en'
      else if (cookie === null && stored !== null) language = stored
    }
    localStorage.setItem('Language', language)
    if (cookie !== language) {
      document.cookie = 'Language=' + language + '; Path=/; Max-Age=31536000; SameSite=Lax'
      var isStored = document.cookie.indexOf('Language=' + language) >= 0
      if (language !== root.lang && isStored) location.reload()
    }
    var info = sessionStorage.getItem('UserInfo') || localStorage.getItem('UserInfo')
    if (info) {
      var user = JSON.parse(info)
      root.dataset.signedIn = ''
      root.dataset.person = user.userId
      if (user.userOptions && user.userOptions.googleUserId) root.dataset.social = ''
    }
  } catch (error) {
    console.info('Storage is not available')
  }
})()
