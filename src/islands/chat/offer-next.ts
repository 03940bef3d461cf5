import { t } from '../../i18n/translate.ts'
import { $postNotice, type PostNotice } from '../../stores/chat.ts'
import { $answeredDays, ownCommentCount } from '../../stores/own-comment-ids.ts'
import { $user } from '../../stores/user.ts'
import { openShare } from './comment-list.ts'

/** One offer after the first post of each of a person's first three days (`docs/product.md#after-a-post`). */
export function offerNext(text: string): void {
  const open = (path: string) => ({ text: t('posting.setUp'), run: () => location.assign(path) })
  const offers: Record<number, PostNotice | false> = {
    1: { text: t('posting.offerReminder'), action: open('/reminder') },
    2: $user.get()?.aloneFrom === undefined && {
      text: t('posting.offerOwnWordsFirst'),
      action: open('/reading'),
    },
    3: {
      text: t('posting.offerPicture'),
      action: { text: t('share.answer'), run: () => openShare(text) },
    },
  }
  const offer = offers[$answeredDays.get()]
  if (offer && ownCommentCount() === 1) $postNotice.set({ ...offer, isOffer: true })
}
