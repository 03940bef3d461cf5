import { unfoldReported } from '../../stores/reported.ts'
import { loadMessages } from '../../stores/messages.ts'

/** Puts a quiet line in the place of each post that was reported here; it shows the post again. */
export async function fold(commentList: HTMLElement): Promise<void> {
  const t = await loadMessages()
  for (const item of commentList.querySelectorAll<HTMLElement>('.comments > [data-reported]')) {
    if (item.querySelector('.folded')) continue
    const line = document.createElement('p')
    line.className = 'folded'
    line.textContent = t('post.folded')
    const button = line.appendChild(document.createElement('button'))
    button.type = 'button'
    button.textContent = t('post.show')
    button.addEventListener('click', () => {
      unfoldReported(item.dataset['commentId'] ?? '')
      line.remove()
      item.querySelector<HTMLElement>('.post-menu summary')?.focus()
    })
    item.appendChild(line)
  }
}
