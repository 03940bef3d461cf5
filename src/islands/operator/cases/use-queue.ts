import { useEffect, useEffectEvent, useState } from 'react'
import type { CaseSummary, Case } from '../../../contract/case-schemas.ts'
import { type CallResult, errorCode } from '../../../api/result.ts'
import { call } from '../../../stores/call.ts'
import { useLoad } from '../../ui/use-load.ts'
import { usePages } from '../../ui/use-pages.ts'
import { replaceFragment } from '../DeskViews.tsx'
import { isUrgent } from './Queue.tsx'

/** Page size; the next page loads when its end is near. */
const PAGE = 50

export const queueViews = ['waiting', 'closed'] as const
type QueueView = (typeof queueViews)[number]

export const isCaseId = (name: string): boolean => /^[\w-]{22}$/.test(name)

/** The list and the case that the fragment of the address names, or the last ones that it named. */
export function useQueue(fragment: string) {
  const [view, setView] = useState<QueueView>('waiting')
  const [lastId, setLastId] = useState('')
  const named = queueViews.find((name) => name === (fragment || 'waiting'))
  if (named && named !== view) {
    setView(named)
    setLastId('')
  }
  const chosenId = isCaseId(fragment) ? fragment : lastId
  if (chosenId !== lastId) setLastId(chosenId)
  const queue = usePages<CaseSummary>(
    async function read(known): Promise<CallResult<CaseSummary[]>> {
      const range = { limit: String(PAGE), after: known.at(-1)?.caseId }
      const state = view === 'closed' ? view : undefined
      const result = await call('moderation', 'GET /case', { state, ...range })
      // A colleague has decided the last one.
      const isGone = !result.ok && result.field === 'after' && known.length > 0
      return isGone ? read(known.slice(0, -1)) : result
    },
    { key: view, size: PAGE },
  )
  /** A colleague has decided it; it stays in its place until another is opened. */
  const [decided, setDecided] = useState<{ one: Case; place: number }>()
  const decidedId = decided?.one.caseId
  if (decided && (decidedId !== chosenId || view === 'closed')) setDecided(undefined)
  const listed = queue.isStale ? undefined : queue.list
  const withDecided = ({ one, place }: NonNullable<typeof decided>) => {
    const others = listed?.filter(({ caseId }) => caseId !== one.caseId)
    return others?.toSpliced(place, 0, { ...one, decision: one.decisions.at(-1) })
  }
  const cases = decided ? withDecided(decided) : listed
  const found = cases?.findIndex(({ caseId }) => caseId === chosenId) ?? -1
  // The case that a link names may be in no list, and a colleague may decide the open one.
  const index = found < 0 && !chosenId ? 0 : found
  const openId = index < 0 ? chosenId : cases?.[index]?.caseId
  // The first case stays open when others come before it.
  if (openId && openId !== chosenId) setLastId(openId)
  /** Index of the open case in the list, kept when a colleague's decision removes it there. */
  const [lastPlace, setLastPlace] = useState<{ id: string; place: number }>()
  if (openId && index >= 0 && (lastPlace?.id !== openId || lastPlace.place !== index))
    setLastPlace({ id: openId, place: index })
  const place = index < 0 && lastPlace && lastPlace.id === openId ? lastPlace.place : index
  /** Ids of cases that were open before; an urgent one of them may be undecidable for this person. */
  const [visited] = useState(() => new Set<string>())
  useEffect(() => () => void (openId && visited.add(openId)), [openId, visited])
  /** The address may be older than the case. */
  const [goneId, setGoneId] = useState<string>()
  const detail = useLoad<Case[]>(async () => {
    const result = openId && (await call('moderation', 'GET /case/detail', { caseId: openId }))
    if (result && (result.ok || result.code !== errorCode.dataNotFound)) return result
    setGoneId(openId)
    return { ok: true, status: 200, results: [] }
  }, openId)
  const opened = detail.value?.find(({ caseId }) => caseId === openId)
  const stay = (one: Case) => {
    if (view === 'waiting' && place >= 0 && one.state === 'closed') setDecided({ one, place })
  }
  if (opened && opened !== decided?.one) stay(opened)
  const remove = (id?: string) => queue.change((list) => list.filter((one) => one.caseId !== id))
  const onLeave = useEffectEvent(remove)
  useEffect(() => () => onLeave(decidedId), [decidedId])
  // Back and links lead to cases of the other list.
  const home = opened?.state === 'closed' ? 'closed' : 'waiting'
  if (cases && place < 0 && opened && home !== view) setView(home)

  const step = (by: 1 | -1) => {
    const next = cases?.[index + by]
    if (!next) return
    replaceFragment(next.caseId)
    if (index + by > cases.length - 5) queue.more?.()
  }
  /** Removes the open case and opens the first unvisited urgent one, else the next. @returns whether one is left */
  const drop = (): boolean => {
    const urgent = cases?.find((one) => isUrgent(one) && ![...visited, openId].includes(one.caseId))
    const others = [
      ...(cases?.slice(index + 1) ?? []),
      ...(cases?.slice(0, index).toReversed() ?? []),
    ]
    const next = urgent ?? others.find((one) => !one.isOwnDecision) ?? others[0]
    // First: the open case is never one that its list has lost.
    setLastId(next?.caseId ?? '')
    replaceFragment(next?.caseId ?? view)
    remove(openId)
    return next !== undefined
  }
  /** Shows a case's new state, if it is still open, and in the list what it waits for. */
  const show = (one: Case) => {
    const newest = <Shown>(other: Shown & CaseSummary) =>
      other.caseId === one.caseId ? one : other
    detail.setValue((shown) => shown?.map(newest<Case>))
    queue.change((list) => list.map(newest<CaseSummary>))
    stay(one)
  }
  return {
    view,
    cases,
    opened,
    openId,
    isGone: Boolean(openId) && openId === goneId,
    failure: queue.failure ?? detail.failure,
    retry: queue.failure ? queue.retry : detail.retry,
    more: queue.more,
    step,
    drop,
    show,
    /** What colleagues have decided leaves the list, except the open case. Not where later pages would be lost. */
    reload: () => listed && listed.length <= PAGE && void queue.reload(),
  }
}
