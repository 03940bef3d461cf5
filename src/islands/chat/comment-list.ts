import { $dialog } from '../../stores/dialog.ts'

export const commentList = (): HTMLElement => document.querySelector<HTMLElement>('.comment-list')!

export const questionIdOf = (): string =>
  document.querySelector<HTMLElement>('.comment-list')?.dataset['questionId'] ?? ''

export const itemOf = (commentId: string): HTMLElement | null =>
  commentList().querySelector<HTMLElement>(`[data-comment-id="${CSS.escape(commentId)}"]`)

export function focusList(): void {
  const scroller = commentList().querySelector<HTMLElement>('.scroller')!
  if (!scroller.hasAttribute('tabindex')) scroller.tabIndex = -1
  scroller.focus({ preventScroll: true })
}

/** Shares the question's card with an answer. */
export const openShare = (answer: string, commentId?: string): void =>
  $dialog.set({
    name: 'share',
    questionId: questionIdOf(),
    question: document.getElementById('question')?.textContent ?? '',
    answer,
    commentId,
  })
