import { $user } from '../../stores/user.ts'

/**
 * What signed-in people find on the day's page when they return. Without a part of it the page works all the same. It goes
 * with the sign-in.
 */
export function startReturning(chat: HTMLElement): void {
  const user = $user.get()
  const questionId = chat.dataset['questionId'] ?? ''
  const stop = $user.listen((other) => {
    if (other?.userId === user?.userId) return
    stop()
    for (const part of document.querySelectorAll('.echo, .new-since')) part.remove()
  })
  import('./new-since.ts')
    .then((script) => script.markNewSince(chat, questionId))
    .catch(() => undefined)
  if (user?.activated && !user.userOptions.hidesEcho)
    import('./echo.ts').then((script) => script.showEcho(questionId)).catch(() => undefined)
}
