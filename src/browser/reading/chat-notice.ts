/** Says below the comments why they are not up to date, or nothing; `failed` offers to try again at once. */
export function showProblem(
  chat: HTMLElement,
  problem: 'failed' | 'offline' | undefined,
  retryNow: () => void,
): void {
  const notice = chat.querySelector<HTMLElement>('.chat-notice')!
  if (notice.dataset['shown'] === problem) return
  if (problem) notice.dataset['shown'] = problem
  else delete notice.dataset['shown']
  notice.textContent = (problem && notice.dataset[problem]) ?? ''
  if (problem !== 'failed') return
  const retry = chat.querySelector<HTMLTemplateElement>('template[data-retry]')!
  const button = notice.appendChild(retry.content.firstElementChild!.cloneNode(true))
  button.addEventListener('click', retryNow)
}
