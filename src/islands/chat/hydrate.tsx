import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import Chat, { type ChatProps, type Served } from './Chat.tsx'
import { $comments, $counts, $hasEarlier, type ShownComment } from '../../stores/comments.ts'

/** Hydrates the chat and replays the pending press (`layouts/first-paint.js`). */
export function hydrateChat(root: HTMLElement): void {
  const list = root.querySelector<HTMLElement>('.comment-list')
  const served = list && adoptComments(list)
  const props = JSON.parse(root.dataset['props']!) as ChatProps
  startTransition(() => {
    hydrateRoot(root, <Chat {...props} served={() => served!} />)
  })
  delete root.dataset['ssr']
  root.dispatchEvent(new Event('astro:hydrate'))
}

/** Reads the comments from the server-rendered DOM, so that the page has no second copy. */
function adoptComments(list: HTMLElement): Served {
  const comments = [...list.querySelectorAll<HTMLElement>('.comments > li')].map(readItem)
  const figures = [...list.querySelectorAll<HTMLElement>('.posts [data-count]')]
  const counts = Object.fromEntries(
    figures.map((one) => [one.dataset['count'], Number(one.textContent)]),
  )
  const hasEarlier = !list.querySelector<HTMLElement>('.earlier')!.hidden
  $comments.set(comments)
  $counts.set(counts)
  $hasEarlier.set(hasEarlier)
  return { comments, counts, hasEarlier }
}

function readItem(item: HTMLElement): ShownComment {
  const text = item.querySelector<HTMLElement>('.text')!
  return {
    commentId: item.dataset['commentId']!,
    userId: item.dataset['userId']!,
    text: text.textContent,
    lang: (text.lang || undefined) as ShownComment['lang'],
    lastUpdated: Date.parse(item.querySelector('time')!.dateTime) / 1000,
    userOptions: {
      picture: item.querySelector('img')!.getAttribute('src')!,
      username: item.querySelector('b')!.textContent,
    },
  }
}
