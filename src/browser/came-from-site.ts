import { publicPath } from '../domain/public-path.ts'

const cameFrom = () =>
  history.length > 1 && document.referrer.startsWith(`${location.origin}/`)
    ? new URL(document.referrer).pathname
    : undefined

export function cameFromSite(): boolean {
  const path = cameFrom()
  return path !== undefined && !path.endsWith('/login')
}

/** @param path without its language */
export const cameFromPage = (path: string): boolean => publicPath(cameFrom() ?? '-') === path

/** The page's back link goes back in history if the previous page is on this site. */
export function stepBack(): void {
  document.querySelector('[data-back]')?.addEventListener('click', (event) => {
    if (!cameFromSite()) return
    event.preventDefault()
    history.back()
  })
}
