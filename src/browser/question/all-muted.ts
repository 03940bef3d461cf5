import { loadMessages } from '../../stores/messages.ts'

function isAllMuted(commentList: HTMLElement): boolean {
  const items = [...commentList.querySelectorAll<HTMLElement>('.comments > li')]
  return items.length > 0 && items.every(({ hidden }) => hidden)
}

/** Shows, where every post is hidden, a line that leads to the list of muted people; removes it where one is not. */
export async function showAllMuted(commentList: HTMLElement): Promise<void> {
  if (!isAllMuted(commentList)) {
    commentList.querySelector('.all-muted')?.remove()
    return
  }
  const t = await loadMessages()
  if (!isAllMuted(commentList) || commentList.querySelector('.all-muted')) return
  const line = document.createElement('div')
  line.className = 'recent-empty all-muted'
  line.appendChild(document.createElement('p')).textContent = t('muted.all')
  const link = line.appendChild(document.createElement('a'))
  link.href = '/muted'
  link.textContent = t('muted.title')
  commentList.querySelector('.flow')!.appendChild(line)
}
