interface Action {
  text: string
  run: () => void
}

/** Says below the list what became of a post, with a button, until the next press elsewhere. */
export function showPostNotice(commentList: HTMLElement, text: string, action?: Action): void {
  commentList.querySelector('.post-notice')?.remove()
  const notice = document.createElement('div')
  notice.className = 'post-notice'
  const sentence = notice.appendChild(document.createElement('p'))
  sentence.role = 'status'
  if (action) {
    const button = notice.appendChild(document.createElement('button'))
    button.type = 'button'
    button.textContent = action.text
    button.addEventListener('click', () => {
      notice.remove()
      action.run()
    })
  }
  commentList.appendChild(notice)
  // A status is announced when it changes, not when it appears.
  requestAnimationFrame(() => (sentence.textContent = text))
  const close = (event: Event) => {
    if (notice.contains(event.target as Node)) return
    notice.remove()
    removeEventListener('pointerdown', close)
  }
  addEventListener('pointerdown', close)
}
