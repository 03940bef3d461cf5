import type { Chat } from '../../../stores/chat.ts'
import { follow } from './follow.ts'
import { wakeChat } from './wake.ts'

/** Follows the list's question; the first change hydrates the chat. */
export function followLive(list: HTMLElement): void {
  const showProblem = problemNotice(list)
  const waiting: ((chat: Chat) => void)[] = []
  let isUpToDate = true
  const show = async (change?: (chat: Chat) => void) => {
    if (change) waiting.push(change)
    if (waiting.length === 0) return
    try {
      const chat = await wakeChat()
      for (const next of waiting.splice(0)) next(chat)
      if (isUpToDate) showProblem(undefined)
    } catch {
      fail()
    }
  }
  const showReaders = (count: number) => {
    const readers = list.querySelector<HTMLElement>('.readers')!
    readers.children[1]!.textContent = String(count)
    // One is the person themselves; with two, the other is watched.
    readers.hidden = count < 3
  }
  let readers = 0
  const fail = () => {
    isUpToDate = false
    showReaders(0)
    showProblem(navigator.onLine ? 'failed' : 'offline', () => {
      void show()
      catchUp()
    })
  }
  const catchUp = follow(list.dataset['questionId'] ?? '', Number(list.dataset['seq']), {
    apply: (events) => void show((chat) => chat.apply(events)),
    deliver: (question, merge) => void show((chat) => chat.deliver(question, merge)),
    fail,
    recover: () => {
      isUpToDate = true
      showReaders(readers)
      if (waiting.length === 0) showProblem(undefined)
    },
    countReaders: (count) => {
      readers = count
      showReaders(count)
    },
  })
  addEventListener('offline', fail)
}

/** Shows below the comments why they are stale; `failed` offers a retry. */
function problemNotice(list: HTMLElement) {
  const notice = list.querySelector<HTMLElement>('.list-notice')!
  return (problem: 'failed' | 'offline' | undefined, retryNow?: () => void) => {
    if (notice.dataset['shown'] === problem) return
    if (problem) notice.dataset['shown'] = problem
    else delete notice.dataset['shown']
    notice.textContent = (problem && notice.dataset[problem]) ?? ''
    if (problem !== 'failed') return
    const button = notice.appendChild(document.createElement('button'))
    button.type = 'button'
    button.className = 'link-button'
    button.textContent = notice.dataset['retry'] ?? ''
    button.addEventListener('click', () => retryNow?.())
  }
}
