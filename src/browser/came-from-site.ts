import { publicPath } from '../domain/public-path.ts'

const cameFrom = () =>
  history.length > 1 && document.referrer.startsWith(`${location.origin}/`)
    ? new URL(document.referrer).pathname
    : undefined

/** Whether the previous history entry is a page of this site other than the login. */
export function cameFromSite(): boolean {
  const path = cameFrom()
  return path !== undefined && !path.endsWith('/login')
}

/** Whether the previous history entry is the home screen. */
export function cameFromHome(): boolean {
  return publicPath(cameFrom() ?? '-') === '/'
}
