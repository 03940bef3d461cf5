const KEY = 'EmailToken'

/**
 * Takes the token out of the address, where a history would keep it, before anything else happens: whoever has to log
 * in first comes back to the page without it.
 */
export function takeToken(): void {
  const token = new URLSearchParams(location.search).get('token')
  if (token === null) return
  sessionStorage.setItem(KEY, token)
  history.replaceState(history.state, '', location.pathname)
}

export function takenToken(): string {
  takeToken()
  return sessionStorage.getItem(KEY) ?? ''
}
