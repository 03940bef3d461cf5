/** Says below the comments why they are not up to date, or nothing; `failed` offers to try again at once. */
export function showProblem(
  commentList: HTMLElement,
  problem: 'failed' | 'offline' | undefined,
  retryNow: () => void,
): void {
  const notice = commentList.querySelector<HTMLElement>('.list-notice')!
  if (notice.dataset['shown'] === problem) return
  if (problem) notice.dataset['shown'] = problem
  else delete notice.dataset['shown']
  notice.textContent = (problem && notice.dataset[problem]) ?? ''
  if (problem !== 'failed') return
  const retry = commentList.querySelector<HTMLTemplateElement>('template[data-retry]')!
  const button = notice.appendChild(retry.content.firstElementChild!.cloneNode(true))
  button.addEventListener('click', retryNow)
}
