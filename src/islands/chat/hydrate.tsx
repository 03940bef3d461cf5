import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import Chat, { type ChatProps } from './Chat.tsx'
import { $comments, $counts, $hasEarlier, type ShownComment } from '../../stores/comments.ts'

/** Hydrates the chat and replays the pending press (`layouts/first-paint.js`). */
export function hydrateChat(root: HTMLElement): void {
  const list = root.querySelector<HTMLElement>('.comment-list')
  if (list) adoptComments(list)
  const props = JSON.parse(root.dataset['props'] ?? '{}') as ChatProps
  startTransition(() => {
    hydrateRoot(root, <Chat {...props} />)
  })
  delete root.dataset['ssr']
  root.dispatchEvent(new Event('astro:hydrate'))
}

/** Reads the comments from the server-rendered DOM, so that the page has no second copy. */
function adoptComments(list: HTMLElement): void {
  $comments.set([...list.querySelectorAll<HTMLElement>('.comments > li')].map(readItem))
  const figures = [...list.querySelectorAll<HTMLElement>('.posts [data-count]')]
  $counts.set(
    Object.fromEntries(figures.map((one) => [one.dataset['count'], Number(one.textContent)])),
  )
  $hasEarlier.set(!list.querySelector<HTMLElement>('.earlier')!.hidden)
}

function readItem(item: HTMLElement): ShownComment {
  const text = item.querySelector<HTMLElement>('.text')
  return {
    commentId: item.dataset['commentId'] ?? '',
    userId: item.dataset['userId'] ?? '',
    text: text?.textContent ?? '',
    lang: (text?.lang || undefined) as ShownComment['lang'],
    lastUpdated: Date.parse(item.querySelector('time')?.dateTime ?? '') / 1000,
    userOptions: {
      picture: item.querySelector('img')?.getAttribute('src') ?? '',
      username: item.querySelector('b')?.textContent ?? '',
    },
  }
}
