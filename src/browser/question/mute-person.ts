import { codeOf, type CallResult } from '../../api/result.ts'
import * as errorCode from '../../api/error-code.ts'
import type { MessageKey, Translate } from '../../i18n/translate.ts'
import { mute, unmute } from '../../stores/mute.ts'
import { showPostNotice } from './post-notice.ts'

interface Muted {
  userId: string
  name: string
}

const refusals: Record<number, MessageKey> = {
  [errorCode.userNotActivated]: 'composer.error.notActivated',
  [errorCode.userBanned]: 'composer.error.banned',
  [errorCode.userTemporarilyBanned]: 'composer.error.temporarilyBanned',
  [errorCode.dataNotAvailable]: 'post.mutesFull',
}

const refusalOf = (result: CallResult<unknown>): MessageKey =>
  refusals[codeOf(result) ?? 0] ?? 'post.muteFailed'

/** Mutes the author of a post (`docs/product.md#mute`) and offers to undo it. */
export async function mutePerson(
  t: Translate,
  commentList: HTMLElement,
  person: Muted,
): Promise<void> {
  const result = await mute(person.userId)
  if (!result.ok) return showPostNotice(commentList, t(refusalOf(result)))
  showPostNotice(commentList, t('post.muted', { name: person.name }), {
    text: t('post.undo'),
    run: () => void unmutePerson(t, commentList, person),
  })
  // The post whose menu had the focus is hidden.
  const scroller = commentList.querySelector<HTMLElement>('.scroller')!
  scroller.tabIndex = 0
  scroller.focus({ preventScroll: true })
}

async function unmutePerson(t: Translate, commentList: HTMLElement, { userId, name }: Muted) {
  const result = await unmute(userId)
  showPostNotice(commentList, result.ok ? t('post.unmuted', { name }) : t(refusalOf(result)))
}
