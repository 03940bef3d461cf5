const TOKEN = 'EmailToken'
const ADDRESS = 'NewEmail'

/**
 * Moves the token and the new address out of the page's address into session storage before anything else happens, so
 * that neither the history nor the address of the login screen holds them.
 */
export function takeToken(): void {
  const token = new URLSearchParams(location.search).get('token')
  if (token === null) return
  sessionStorage.setItem(TOKEN, token)
  sessionStorage.setItem(ADDRESS, newAddress())
  history.replaceState(history.state, '', location.pathname)
}

/** The link's fragment, which no server sees. */
function newAddress(): string {
  try {
    return decodeURIComponent(location.hash.slice(1))
  } catch {
    return ''
  }
}

/** The parameters of the mailed link; both empty without one. */
export function takenLink(): { token: string; newEmail: string } {
  takeToken()
  return {
    token: sessionStorage.getItem(TOKEN) ?? '',
    newEmail: sessionStorage.getItem(ADDRESS) ?? '',
  }
}
