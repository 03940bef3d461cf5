import { type CallResult, codeOf, errorCode } from '../../api/result.ts'
import { t, type MessageKey } from '../../i18n/translate.ts'
import { mute, unmute } from '../../stores/mute.ts'
import { $postNotice } from '../../stores/chat.ts'
import { focusList } from './comment-list.ts'

interface Muted {
  userId: string
  name: string
}

const refusals: Record<number, MessageKey> = {
  [errorCode.userNotActivated]: 'post.muteRefused',
  [errorCode.userBanned]: 'post.muteRefused',
  [errorCode.userTemporarilyBanned]: 'post.muteRefused',
  [errorCode.dataNotAvailable]: 'post.mutesFull',
}

const refusalOf = (result: CallResult<unknown>): MessageKey =>
  refusals[codeOf(result) ?? 0] ?? 'post.muteFailed'

export async function mutePerson(person: Muted): Promise<void> {
  const result = await mute(person.userId)
  if (!result.ok) return $postNotice.set({ text: t(refusalOf(result)) })
  $postNotice.set({
    text: t('post.muted', { name: person.name }),
    action: { text: t('post.undo'), run: () => void unmutePerson(person) },
  })
  // The focused post is hidden.
  focusList()
}

async function unmutePerson({ userId, name }: Muted): Promise<void> {
  const result = await unmute(userId)
  $postNotice.set({ text: result.ok ? t('post.unmuted', { name }) : t(refusalOf(result)) })
}
