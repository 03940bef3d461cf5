import { useLayoutEffect, useRef, useState } from 'react'
import { call } from '../../stores/call.ts'
import { $comments, storedComments } from '../../stores/comments.ts'
import { storeUser, $user } from '../../stores/user.ts'
import { t } from '../../i18n/translate.ts'
import { withTimeout } from '../../domain/with-timeout.ts'
import { focusList } from './comment-list.ts'
import { serverNow } from '../../api/server-clock.ts'

/** Longest wait for the response while posts are covered. */
const MAX_WAIT_MS = 3_000

type State = 'shown' | 'covered' | 'asking'

/**
 * Covers others' answers until the person has posted or reveals them
 * (`docs/product.md#own-words-first`). Covered posts keep their space. Before it loads, CSS hides
 * them for a few seconds.
 * @param until end of today's question, epoch milliseconds
 */
export function useCover(until: number | undefined, questionId: string) {
  const [state, setState] = useState<State>('shown')
  /** Kept in memory as well, since storage may be unavailable. */
  const shownTo = useRef<string>(undefined)
  const covered = useRef<string>(undefined)

  const show = (person: string | undefined) => {
    shownTo.current = person
    covered.current = undefined
    setState('shown')
  }
  const end = (person: string) => {
    show(person)
    const user = $user.get()
    // In this browser, until the day ends.
    if (user && user.aloneFrom! < until!) storeUser({ ...user, aloneFrom: until! })
  }

  useLayoutEffect(() => {
    if (!until) return undefined
    const cover = async (person: string) => {
      covered.current = person
      setState('covered')
      // Their answer may be held, or older than the page's posts.
      const query = { userId: person, questionId, limit: '1' }
      const reading = call('comment', 'GET /comment', query)
      const own = await withTimeout(reading, MAX_WAIT_MS).catch(() => undefined)
      if (covered.current !== person) return
      if (own?.ok && own.results.length > 0) end(person)
      else setState('asking')
    }
    const update = () => {
      const user = $user.get()
      const person = user?.userId
      const hidesOthers = serverNow() >= (user?.aloneFrom ?? Infinity)
      if (!person || person === shownTo.current || !hidesOthers) return show(person)
      const hasAnswered = storedComments().some(({ userId }) => userId === person)
      if (hasAnswered) end(person)
      else if (covered.current !== person) void cover(person)
    }
    const stops = [$comments.listen(update), $user.listen(update)]
    update()
    return () => stops.forEach((stop) => stop())
    // oxlint-disable-next-line react/exhaustive-deps -- `end` reads refs alone
  }, [until, questionId])
  useLayoutEffect(() => {
    delete document.documentElement.dataset['alone']
  }, [])

  return {
    isCovered: state !== 'shown',
    isAsking: state === 'asking',
    show: () => {
      // The pressed button is removed.
      focusList()
      if (covered.current) end(covered.current)
    },
  }
}

export function Cover({ onShow }: { onShow: () => void }) {
  return (
    <div className="cover">
      <div>
        <p>{t('ownWordsFirst.waiting')}</p>
        <button type="button" className="button button-quiet" onClick={onShow}>
          {t('ownWordsFirst.show')}
        </button>
      </div>
    </div>
  )
}
