const TOKEN = 'EmailToken'
const ADDRESS = 'NewEmail'

/** Moves token and address out of the URL: neither history nor the login may contain them. */
export function takeToken(): void {
  const token = new URLSearchParams(location.search).get('token')
  if (token === null) return
  sessionStorage.setItem(TOKEN, token)
  sessionStorage.setItem(ADDRESS, newAddress())
  history.replaceState(history.state, '', location.pathname)
}

/** The address is in the fragment, which no server sees. */
function newAddress(): string {
  try {
    return decodeURIComponent(location.hash.slice(1))
  } catch {
    return ''
  }
}

export function takenLink(): { token: string; newEmail: string } {
  takeToken()
  return {
    token: sessionStorage.getItem(TOKEN) ?? '',
    newEmail: sessionStorage.getItem(ADDRESS) ?? '',
  }
}
