import { useStore } from '@nanostores/react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { layOutAll, scrollerOf, scrollToNewest } from '../../browser/reading/list-scroll.ts'
import { t } from '../../i18n/translate.ts'
import { $announcement, $isAtNewest, $listLanguage } from '../../stores/chat.ts'
import { $arrived, $comments, type ShownComment } from '../../stores/comments.ts'
import { $user } from '../../stores/user.ts'
import { commentList, itemOf } from './comment-list.ts'

const isShown = (commentId: string) => itemOf(commentId)?.checkVisibility() === true

/** Announces others' new comments by a live region and, when scrolled up, a pill. */
export function Arrivals() {
  const arrived = useStore($arrived, { ssr: 'initial' })
  const isAtNewest = useStore($isAtNewest, { ssr: 'initial' })
  const comments = useStore($comments)
  const language = useStore($listLanguage, { ssr: 'initial' })
  const user = useStore($user)
  const [unread, setUnread] = useState<readonly string[]>([])
  const announce = useRef(announcer((text) => $announcement.set(text)))

  useLayoutEffect(() => {
    if (arrived.length === 0) return
    $arrived.set([])
    const person = $user.get()?.userId
    const fresh = arrived.filter(({ commentId, userId }) => userId !== person && isShown(commentId))
    if (fresh.length === 0) return
    announce.current(fresh)
    if (!$isAtNewest.get()) setUnread((ids) => [...ids, ...fresh.map(({ commentId }) => commentId)])
  }, [arrived])
  useEffect(() => {
    if (isAtNewest) setUnread([])
  }, [isAtNewest])
  useEffect(() => {
    setUnread((ids) => (ids.every(isShown) ? ids : ids.filter(isShown)))
  }, [comments, language, user])

  const goToNewest = () => {
    layOutAll()
    scrollToNewest(scrollerOf(commentList()), 'smooth')
    commentList().querySelector<HTMLElement>('.scroller')!.focus({ preventScroll: true })
  }
  return (
    <button className="pill" type="button" hidden={unread.length === 0} onClick={goToNewest}>
      {t('commentList.new', { count: unread.length })}
    </button>
  )
}

/** Batches a burst of comments into one announcement. */
const MIN_INTERVAL_MS = 6_000

/** Announces other people's comments: a single one in full, several by number. */
export function announcer(
  say: (text: string) => void,
): (comments: readonly ShownComment[]) => void {
  let waiting: ShownComment[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  const announce = () => {
    timer = undefined
    const [first] = waiting
    if (!first) return
    say(
      waiting.length === 1
        ? `${first.userOptions.username}: ${first.text}`
        : t('commentList.several', { count: waiting.length }),
    )
    waiting = []
    timer = setTimeout(announce, MIN_INTERVAL_MS)
  }

  return (comments) => {
    waiting.push(...comments)
    timer ??= setTimeout(announce, 0)
  }
}
