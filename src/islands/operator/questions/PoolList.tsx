import { t } from '../../../i18n/translate.ts'
import { type ComponentProps, type ReactNode, useEffect, useId, useState } from 'react'
import { Field } from '../../ui/Field.tsx'
import { poolStates } from '../../../domain/question-pool.ts'
import type { Texts } from '../../../domain/texts-by-language.ts'
import type { PoolQuestion } from '../../../contract/question-desk-schemas.ts'
import { pageLanguage, textIn } from '../../../stores/language.ts'
import { PAGE, rangeAfter, useDesk } from './desk-context.ts'
import { dayText, oneLine, pastDayText, seasonText } from '../format.ts'
import { SelectField } from '../../ui/SelectField.tsx'
import { focusFirst, QuietButton } from '../../ui/Form.tsx'
import { usePages } from '../../ui/use-pages.ts'
import { DeskFailure } from '../DeskFailure.tsx'
import { LazyPart } from '../LazyPart.tsx'
import { hasDraft } from '../desk-drafts.ts'
import { showAtMount } from '../show-at-mount.ts'
import { call } from '../../../stores/call.ts'

interface Props extends Omit<ComponentProps<'button'>, 'children'> {
  line: ReactNode
  /** Opens itself with one of these. */
  drafts: readonly string[]
  children: (close: (done?: string) => void) => ReactNode
}

/** A line that opens its panel; when the panel closes itself, it has the focus again, and what was done below it. */
export function Disclosure({ line, drafts, children, ...attributes }: Props) {
  const [isKept] = useState(() => drafts.some(hasDraft))
  const id = useId()
  const [isOpen, setOpen] = useState(isKept)
  const { view, lines, announce, noticeAt } = useDesk()
  const [openedLines, setOpenedLines] = lines
  const [list] = useState(view)
  const opened = openedLines[list]
  // The line that was opened last closes the others of its list.
  useEffect(() => {
    if (opened && opened !== id) setOpen(false)
  }, [opened, id])
  const toggle = () => {
    setOpen(!isOpen)
    if (!isOpen) setOpenedLines((others) => ({ ...others, [list]: id }))
  }
  const close = (done = '') => {
    announce(done, id)
    setOpen(false)
    const button = document.getElementById(id)
    // Another line may have been opened meanwhile.
    if (button?.getAttribute('aria-expanded') === 'true') button.focus()
  }
  return (
    <>
      <button
        className="pool-line"
        {...attributes}
        id={id}
        type="button"
        aria-expanded={isOpen}
        onClick={toggle}
      >
        {line}
      </button>
      {isOpen && (
        <LazyPart>
          <div className="calendar-panel" ref={isKept ? null : showAtMount}>
            {children(close)}
          </div>
        </LazyPart>
      )}
      {noticeAt(id)}
    </>
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
        {...(isPicker && { ref: focusFirst })}
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
  const language = pageLanguage()
  const others = Object.entries(texts).filter(([other]) => other !== language)
  return (
    <span className="calendar-text">
      <span lang={language}>{textIn(texts)}</span>
      {others.map(([other, text]) => (
        <small key={other} lang={other}>
          {text}
        </small>
      ))}
    </span>
  )
}

export function PoolLine({ one }: { one: PoolQuestion }) {
  const days = oneLine(...one.scheduled.filter((day) => day !== one.expected).map(dayText))
  return (
    <>
      <QuestionTexts texts={one.texts} />
      <span className="calendar-facts">
        <span>{t(`questions.kind.${one.source}`)}</span>
        {one.lastAsked && (
          <span>{t('questions.lastAsked', { day: pastDayText(one.lastAsked) })}</span>
        )}
        {one.expected && <span>{t('questions.expected', { day: dayText(one.expected) })}</span>}
        {!one.lastAsked && !one.expected && !days && <span>{t('questions.neverAsked')}</span>}
        {one.season && <span>{t('questions.yearly', { season: seasonText(one.season) })}</span>}
        {days && <span>{t('questions.upcoming', { days })}</span>}
      </span>
    </>
  )
}

const TYPING_PAUSE_MS = 250

/** @param without the question of a day that gets another */
export function usePool(without?: string) {
  const [state, setState] = useState<(typeof poolStates)[number]>('all')
  const [search, setSearch] = useState('')
  const pages = usePages<PoolQuestion>(
    (known, _, count) => {
      const range = rangeAfter(known, count)
      return call('operator', 'GET /question', { state, ...(search && { search }), ...range })
    },
    { key: `${state} ${search}`, delay: search ? TYPING_PAUSE_MS : 0, size: PAGE },
  )
  const list = pages.list?.filter(({ poolId }) => poolId !== without)
  /** It is the first of all. */
  const showAdded = () => {
    setState('all')
    setSearch('')
    void pages.reload()
  }
  return { state, setState, search, setSearch, showAdded, ...pages, list }
}

interface PagesProps<One> {
  pages: Pick<ReturnType<typeof usePages<One>>, 'list' | 'more' | 'failure' | 'retry'>
  empty: string
  /** Around the entries, where they are no list. */
  wrap?: (entries: ReactNode) => ReactNode
  children: (one: One) => ReactNode
}

/** The list of `usePages`. */
export function Pages<One>({ pages, empty, wrap, children }: PagesProps<One>) {
  const { list, more, failure, retry } = pages
  return (
    <>
      {failure && <DeskFailure failure={failure} onRetry={retry} />}
      {list?.length === 0 && !more && <p className="field-hint">{empty}</p>}
      {list?.length !== 0 &&
        (wrap?.(list?.map(children)) ?? (
          <ul className="pool-list" role="list" aria-busy={!list && !failure}>
            {list?.map(children)}
          </ul>
        ))}
      {more && <QuietButton onClick={more}>{t('desk.more')}</QuietButton>}
    </>
  )
}
