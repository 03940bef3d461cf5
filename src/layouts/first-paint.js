;(function () {
  var root = document.documentElement
  try {
    var stored = localStorage.getItem('Language')
    if (stored !== null && stored !== 'ja' && stored !== 'en')
      console.info('Language: stored value is neither ja nor en')
    localStorage.setItem('Language', root.lang)
    if (!/(?:^|; )Language=/.test(document.cookie))
      document.cookie = 'Language=' + root.lang + '; Path=/; Max-Age=31536000; SameSite=Lax'
    var info = sessionStorage.getItem('UserInfo') || localStorage.getItem('UserInfo')
    if (info) {
      root.dataset.signedIn = ''
      root.dataset.person = JSON.parse(info).userId
    }
  } catch (error) {
    console.info('Storage is not available')
  }
})()
