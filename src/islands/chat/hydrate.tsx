import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { adoptComments } from './adopt-comments.ts'
import Chat, { type ChatProps } from './Chat.tsx'

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
