import { codeOf, type CallResult } from '../../api/call.ts'
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
export async function mutePerson(t: Translate, chat: HTMLElement, person: Muted): Promise<void> {
  const result = await mute(person.userId)
  if (!result.ok) return showPostNotice(chat, t(refusalOf(result)))
  showPostNotice(chat, t('post.muted', { name: person.name }), {
    text: t('post.undo'),
    run: () => void unmutePerson(t, chat, person),
  })
  // The post whose menu had the focus is hidden.
  const scroller = chat.querySelector<HTMLElement>('.scroller')!
  scroller.tabIndex = 0
  scroller.focus({ preventScroll: true })
}

async function unmutePerson(t: Translate, chat: HTMLElement, { userId, name }: Muted) {
  const result = await unmute(userId)
  showPostNotice(chat, result.ok ? t('post.unmuted', { name }) : t(refusalOf(result)))
}
