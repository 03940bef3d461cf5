import { lazy, useEffect, useEffectEvent, useState } from 'react'
import { DeskRefusal, isRefused } from '../DeskFailure.tsx'
import { LazyPart } from '../LazyPart.tsx'
import { t } from '../../../i18n/translate.ts'
import { useLoad } from '../../ui/use-load.ts'
import { useListener } from '../../ui/use-listener.ts'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { DeskViews, useFragment } from '../DeskViews.tsx'
import { useNotice } from '../use-notice.tsx'
import { Calendar } from './Calendar.tsx'
import { DeskContext, useLines, useSuggestions } from './desk-context.ts'
import { call } from '../../../stores/call.ts'

const Pool = lazy(() => import('./Pool.tsx'))
const Suggestions = lazy(() => import('./Suggestions.tsx'))
const Figures = lazy(() => import('./Figures.tsx'))
const Import = lazy(() => import('./Import.tsx'))

const parts = {
  calendar: Calendar,
  pool: Pool,
  suggestions: Suggestions,
  figures: Figures,
  import: Import,
}
type View = keyof typeof parts
const views = Object.keys(parts) as View[]
const isView = (name: string) => views.some((view) => view === name)

/** Editors' desk (`docs/product.md#calendar`): calendar, pool, files. */
export default function QuestionDesk() {
  const view = (useFragment(isView) || 'calendar') as View
  /** With what was chosen and typed there. */
  const [opened, setOpened] = useState<View[]>([])
  if (useHydrated() && !opened.includes(view)) setOpened([...opened, view])
  const lines = useLines()
  const { noticeAt, say } = useNotice()
  useListener('hashchange', () => {
    say('')
    scrollTo(0, 0)
  })
  const { value: topics = [], failure } = useLoad(() => call('operator', 'GET /topic', {}))
  const suggestions = useSuggestions()
  const waiting = suggestions.list?.length
  // Their number is in sight in every view.
  const onView = useEffectEvent(() => !suggestions.isLoading && void suggestions.reload())
  useEffect(() => void onView(), [view])
  if (isRefused(failure)) return <DeskRefusal />
  return (
    <DeskContext value={{ topics, suggestions, view, lines, announce: say, noticeAt }}>
      <div className="questions" onClickCapture={() => say('')}>
        <DeskViews
          {...{ views, current: view }}
          textOf={(name) =>
            name === 'suggestions' && waiting
              ? t('questions.view.waiting', { count: `${waiting}${suggestions.more ? '+' : ''}` })
              : t(`questions.view.${name}`)
          }
        />
        {noticeAt()}
        {opened.map((name) => {
          const Part = parts[name]
          return (
            <div key={name} hidden={name !== view}>
              <LazyPart>
                <Part />
              </LazyPart>
            </div>
          )
        })}
      </div>
    </DeskContext>
  )
}
