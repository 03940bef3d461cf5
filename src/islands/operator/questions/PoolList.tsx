import { t } from '../../../i18n/translate.ts'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { Field } from '../../ui/Field.tsx'
import type { Texts } from '../../../domain/texts-by-language.ts'
import type { PoolQuestion } from '../../../contract/question-desk-schemas.ts'
import { refusalText, dayText, pastDayText, shownTexts } from './desk-context.ts'
import { SelectField } from '../../ui/SelectField.tsx'
import { focusAtMount } from '../../ui/first-focus.ts'
import type { CallResult, Failure } from '../../../api/result.ts'
import { call } from '../../../stores/call.ts'

interface Props {
  line: ReactNode
  isOpen: boolean
  onToggle: () => void
  children: ReactNode
}

export function PoolDisclosure({ line, isOpen, onToggle, children }: Props) {
  return (
    <li>
      <button type="button" className="pool-line" aria-expanded={isOpen} onClick={onToggle}>
        {line}
      </button>
      {isOpen && <div className="calendar-panel">{children}</div>}
    </li>
  )
}

interface PoolPickerProps {
  onPick: (question: PoolQuestion) => void
  onCancel: () => void
}

export function PoolPicker({ onPick, onCancel }: PoolPickerProps) {
  const pool = usePool()
  return (
    <div className="pool-picker">
      <PoolFilter pool={pool} isPicker />
      <Pages pages={pool} empty={t('questions.empty')} onCancel={onCancel}>
        {(one) => (
          <li key={one.poolId}>
            <button type="button" className="pool-line" onClick={() => onPick(one)}>
              <PoolLine one={one} />
            </button>
          </li>
        )}
      </Pages>
    </div>
  )
}

interface FilterProps {
  pool: ReturnType<typeof usePool>
  isPicker?: boolean
}

export function PoolFilter({ pool, isPicker = false }: FilterProps) {
  const states = poolStates.filter((name) => !isPicker || name !== 'retired')
  return (
    <div className="pool-filter">
      <SelectField
        label={t('questions.state')}
        value={pool.state}
        options={states.map((name) => [name, t(`questions.state.${name}`)])}
        {...(isPicker && { ref: focusAtMount })}
        onChange={(name) => pool.setState(name as typeof pool.state)}
      />
      <Field
        label={t('questions.search')}
        type="search"
        maxLength={100}
        value={pool.search}
        onChange={({ target }) => pool.setSearch(target.value)}
      />
    </div>
  )
}

export function QuestionTexts({ texts }: { texts: Texts }) {
  const { own, others } = shownTexts(texts)
  return (
    <span className="calendar-text">
      <span lang={own[0]}>{own[1]}</span>
      {others.map(([language, text]) => (
        <small key={language} lang={language}>
          {text}
        </small>
      ))}
    </span>
  )
}

export function PoolLine({ one }: { one: PoolQuestion }) {
  const days = one.scheduled.map((day) => dayText(day)).join(' · ')
  return (
    <>
      <QuestionTexts texts={one.texts} />
      <span className="calendar-facts">
        <span>{t(`questions.kind.${one.source}`)}</span>
        <span>
          {one.lastAsked
            ? t('questions.lastAsked', { day: pastDayText(one.lastAsked) })
            : t('questions.neverAsked')}
        </span>
        {one.season && <span>{t('questions.yearly', { season: one.season })}</span>}
        {days && <span>{t('questions.upcoming', { days })}</span>}
      </span>
    </>
  )
}

const PAGE = 30
const TYPING_PAUSE_MS = 250

const poolStates = ['waiting', 'own', 'built-in', 'retired'] as const
type PoolState = (typeof poolStates)[number]

export function usePool() {
  const [state, setState] = useState<PoolState>('waiting')
  const [search, setSearch] = useState('')
  const pages = usePages(
    (range) => call('operator', 'GET /question', { state, ...(search && { search }), ...range }),
    { key: `${state} ${search}`, delay: search ? TYPING_PAUSE_MS : 0 },
  )
  return { state, setState, search, setSearch, ...pages }
}

/** Paginated list, reloaded when `key` changes; `more` is set while there is more. */
export function usePages<One>(
  read: (range: { offset: string; limit: string }) => Promise<CallResult<readonly One[]>>,
  { key = '', delay = 0 } = {},
) {
  const [list, setList] = useState<readonly One[]>()
  const [hasMore, setHasMore] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const load = async (offset = 0) => {
    const result = await read({ offset: String(offset), limit: String(PAGE) })
    if (!result.ok) return setFailure(result)
    setFailure(undefined)
    setHasMore(result.results.length === PAGE)
    setList((known = []) => (offset > 0 ? [...known, ...result.results] : result.results))
  }
  const onKey = useEffectEvent(() => load())
  useEffect(() => {
    const timer = setTimeout(() => void onKey(), delay)
    return () => clearTimeout(timer)
  }, [key, delay])
  const isUsedUp = list?.length === 0 && hasMore
  useEffect(() => {
    // Every entry shown has been removed.
    if (isUsedUp) void onKey()
  }, [isUsedUp])
  const more = hasMore && list ? () => void load(list.length) : undefined
  return { list, setList, more, failure, load }
}

interface PagesProps<One> {
  pages: Pick<ReturnType<typeof usePages<One>>, 'list' | 'more' | 'failure' | 'load'>
  empty: string
  onCancel?: () => void
  children: (one: One) => ReactNode
}

/** The list of `usePages`, and the buttons below it. */
export function Pages<One>({ pages, empty, onCancel, children }: PagesProps<One>) {
  const { list, more, failure, load } = pages
  const button = (text: string, press: (() => void) | undefined) =>
    press && (
      <button type="button" className="button button-quiet" onClick={press}>
        {text}
      </button>
    )
  return (
    <>
      {failure && <p className="form-error">{refusalText(failure)}</p>}
      {failure && button(t('desk.retry'), () => void load())}
      {list?.length === 0 && !more && <p className="field-hint">{empty}</p>}
      <ul className="pool-list" role="list" aria-busy={!list && !failure}>
        {list?.map(children)}
      </ul>
      <div className="form-actions">
        {button(t('questions.more'), more)}
        {button(t('questions.cancel'), onCancel)}
      </div>
    </>
  )
}
