import { loadMessages } from '../../stores/messages.ts'

function isAllMuted(chat: HTMLElement): boolean {
  const items = [...chat.querySelectorAll<HTMLElement>('.comments > li')]
  return items.length > 0 && items.every(({ hidden }) => hidden)
}

/** Shows, where every post is hidden, a line that leads to the list of muted people; removes it where one is not. */
export async function showAllMuted(chat: HTMLElement): Promise<void> {
  if (!isAllMuted(chat)) {
    chat.querySelector('.all-muted')?.remove()
    return
  }
  const t = await loadMessages()
  if (!isAllMuted(chat) || chat.querySelector('.all-muted')) return
  const line = document.createElement('div')
  line.className = 'recent-empty all-muted'
  line.appendChild(document.createElement('p')).textContent = t('muted.all')
  const link = line.appendChild(document.createElement('a'))
  link.href = '/muted'
  link.textContent = t('muted.title')
  chat.querySelector('.flow')!.appendChild(line)
}
