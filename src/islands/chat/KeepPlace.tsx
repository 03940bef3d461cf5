import { Component, type ReactNode } from 'react'
import { firstInSight } from '../../browser/reading/keep-scroll.ts'
import { isNearNewest, scrollerOf, scrollToNewest } from '../../browser/reading/list-scroll.ts'
import { $isAtNewest } from '../../stores/chat.ts'
import type { ShownComment } from '../../stores/comments.ts'
import { commentList } from './comment-list.ts'

interface Props {
  comments: readonly ShownComment[]
  isLive: boolean
  children: ReactNode
}

type Place = 'newest' | { item: Element; top: number } | null

/**
 * Scroll anchoring: the list changes without moving the visible comments; a reader at the end stays
 * there.
 */
export class KeepPlace extends Component<Props> {
  override getSnapshotBeforeUpdate({ comments }: Props): Place {
    if (comments === this.props.comments) return null
    const list = commentList()
    const scroller = scrollerOf(list)
    const isOwnNewest = this.props.comments.at(-1)?.isPending === true
    const isAtNewest = this.props.isLive && $isAtNewest.get() && isNearNewest(scroller)
    if (isOwnNewest || isAtNewest) return 'newest'
    const item = firstInSight(list.querySelectorAll('.comments > li'), scroller)
    return item ? { item, top: item.getBoundingClientRect().top } : null
  }

  override componentDidUpdate(_props: Props, _state: object, place: Place): void {
    if (!place) return
    const scroller = scrollerOf(commentList())
    if (place === 'newest') scrollToNewest(scroller)
    else if (place.item.isConnected)
      scroller.scrollTop += place.item.getBoundingClientRect().top - place.top
  }

  override render(): ReactNode {
    return this.props.children
  }
}
