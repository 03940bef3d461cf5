export const commentList = (): HTMLElement => document.querySelector<HTMLElement>('.comment-list')!

export const questionIdOf = (): string => commentList().dataset['questionId'] ?? ''

export const itemOf = (commentId: string): HTMLElement | null =>
  commentList().querySelector<HTMLElement>(`[data-comment-id="${CSS.escape(commentId)}"]`)

export function focusList(): void {
  const scroller = commentList().querySelector<HTMLElement>('.scroller')!
  if (!scroller.hasAttribute('tabindex')) scroller.tabIndex = -1
  scroller.focus({ preventScroll: true })
}
