import { Component, type ReactNode } from 'react'
import {
  firstInSight,
  placeOf,
  isNearNewest,
  scrollerOf,
  stayAtNewest,
} from '../../browser/reading/list-scroll.ts'
import { $isAtNewest } from '../../stores/chat.ts'
import type { ShownComment } from '../../stores/comments.ts'
import { commentList, focusList } from './comment-list.ts'

interface Props {
  comments: readonly ShownComment[]
  isLive: boolean
  children: ReactNode
}

/** Keeps visible comments in place when the list changes; a reader at the end stays there. */
export class KeepPlace extends Component<Props> {
  hadFocus = false

  override getSnapshotBeforeUpdate({ comments }: Props): (() => void) | null {
    this.hadFocus = document.activeElement?.closest('.comments') != null
    if (comments === this.props.comments) return null
    const scroller = scrollerOf(commentList())
    const isOwnNewest = this.props.comments.at(-1)?.isPending === true
    const isAtNewest = this.props.isLive && $isAtNewest.get() && isNearNewest(scroller)
    if (isOwnNewest || isAtNewest) return stayAtNewest(scroller)
    return placeOf(firstInSight(scroller), scroller)
  }

  override componentDidUpdate(_props: Props, _state: object, goBack: (() => void) | null): void {
    goBack?.()
    // The focused post was removed.
    if (this.hadFocus && document.activeElement === document.body) focusList()
  }

  override render(): ReactNode {
    return this.props.children
  }
}
