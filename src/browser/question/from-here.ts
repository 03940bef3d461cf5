const cameFrom = () =>
  history.length > 1 && document.referrer.startsWith(`${location.origin}/`)
    ? new URL(document.referrer).pathname
    : undefined

/** Whether the step before in the history is a page of ours to go back to; a login is done with. */
export function isFromHere(): boolean {
  const path = cameFrom()
  return path !== undefined && !path.endsWith('/login')
}

/** Whether the step before in the history is the home screen. */
export function isFromHome(): boolean {
  return /^\/(?:ja|en)?$/.test(cameFrom() ?? '-')
}
