/** Posts that were reported in this browser, which folds them: ids with blanks between. Older ones are shown again. */
const MAX_REPORTED = 200

export const reportedPosts = (): string[] =>
  localStorage.getItem('Reported')?.split(' ').filter(Boolean) ?? []

function keep(ids: readonly string[]): void {
  localStorage.setItem('Reported', ids.slice(0, MAX_REPORTED).join(' '))
  // `post-menus.ts` applies it.
  dispatchEvent(new Event('reported'))
}

/** Folds a post in this browser. */
export const foldReported = (commentId: string): void => keep([commentId, ...reportedPosts()])

/** Shows it again. */
export const unfoldReported = (commentId: string): void =>
  keep(reportedPosts().filter((id) => id !== commentId))
