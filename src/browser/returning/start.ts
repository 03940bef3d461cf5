import { $user } from '../../stores/user.ts'

/**
 * Starts the echo and the line of new posts on the day's page, and on each page of today's question the cover of others'
 * answers ("own words first"). Removes the first two when another person, or nobody, is signed in.
 */
export function startReturning(commentList: HTMLElement): void {
  const questionId = commentList.dataset['questionId'] ?? ''
  if ('until' in commentList.dataset) startOwnWordsFirst(commentList, questionId)
  if (!('live' in commentList.dataset)) return
  const user = $user.get()
  const stop = $user.listen((other) => {
    if (other?.userId === user?.userId) return
    stop()
    for (const part of document.querySelectorAll('.echo, .new-since')) part.remove()
  })
  import('./new-since.ts')
    .then((script) => script.markNewSince(commentList, questionId))
    .catch(() => undefined)
  if (user?.activated && !user.userOptions.hidesEcho)
    import('./echo.ts').then((script) => script.showEcho(questionId)).catch(() => undefined)
}

/** Loads the cover once the person turns out to want it. */
function startOwnWordsFirst(commentList: HTMLElement, questionId: string): void {
  let isLoading = false
  $user.subscribe((user) => {
    if (isLoading || user?.aloneFrom === undefined) return
    isLoading = true
    import('./own-words-first.ts')
      .then((script) => script.coverOthers(commentList, questionId))
      .catch(() => delete document.documentElement.dataset['alone'])
  })
}
