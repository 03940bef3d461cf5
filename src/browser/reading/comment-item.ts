import { isContinued } from '../../domain/continued-comment.ts'
import { tokyoIso } from '../../domain/tokyo-time.ts'
import { fillDate } from '../../i18n/date-patterns.ts'
import type { ShownComment } from '../../stores/comments.ts'
import { isMuted } from '../../stores/is-muted.ts'

/** The comment that an item of the served page shows. */
export function readItem(item: HTMLElement): ShownComment {
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

/** An item made from the page's `<template>`. */
export function makeItem(
  template: HTMLTemplateElement,
  comment: ShownComment,
  timePattern: string,
): HTMLElement {
  const item = template.content.firstElementChild!.cloneNode(true) as HTMLElement
  const { picture, username } = comment.userOptions
  const ms = comment.lastUpdated * 1000
  if (picture) item.querySelector('img')!.src = picture
  item.querySelector('b')!.textContent = username
  item.querySelector('.text')!.textContent = comment.text
  const time = item.querySelector('time')!
  time.dateTime = tokyoIso(ms)
  time.textContent = fillDate(timePattern, ms)
  return item
}

/** Updates ids, owner and state of an item; a comment that continues the previous one shows no name of its own. */
export function markItem(
  item: HTMLElement,
  comment: ShownComment,
  person: string | undefined,
  previous: ShownComment | undefined,
): void {
  const { commentId, userId, isPending, lang } = comment
  // A written attribute makes the browser lay the item out again, even if the value is the same.
  if (item.dataset['commentId'] !== commentId) {
    if (lang) item.querySelector<HTMLElement>('.text')!.lang = lang
    item.dataset['commentId'] = commentId
    item.dataset['userId'] = userId
  }
  item.toggleAttribute('data-own', userId === person)
  item.toggleAttribute('data-pending', isPending === true)
  item.toggleAttribute('data-continued', isContinued(comment, previous))
  item.hidden = isMuted(userId)
}
