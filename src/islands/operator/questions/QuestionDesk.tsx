import { type ComponentType, lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { setWords, t, type Messages } from '../../../i18n/translate.ts'
import { useLoad } from '../../ui/use-load.ts'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { DeskViews } from '../DeskViews.tsx'
import { Calendar } from './Calendar.tsx'
import { DeskContext, type PartProps, useSuggestions } from './desk-context.ts'
import { Pool } from './Pool.tsx'
import { call } from '../../../stores/call.ts'

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

/** Editors' desk (`docs/product.md#calendar`): calendar, pool, files. */
export default function QuestionDesk({ messages }: { messages: Messages }) {
  setWords(messages)
  /** The one shown, then those with what was chosen and typed there. */
  const [opened, setOpened] = useState<View[]>(['calendar'])
  const [view] = opened
  const isHydrated = useHydrated()
  const [said, setSaid] = useState('')
  const { value: topics = [] } = useLoad(() => call('operator', 'GET /topic', {}))
  const suggestions = useSuggestions()
  const waiting = suggestions.list?.length
  const open = (next: View) => {
    setSaid('')
    history.replaceState(null, '', `#${next}`)
    setOpened([next, ...opened.filter((name) => name !== next)])
  }
  const openNamed = useEffectEvent(() => {
    const name = views.find((view) => location.hash === `#${view}`)
    if (name) open(name)
  })
  useEffect(() => openNamed(), [])
  return (
    <DeskContext value={{ topics, announce: setSaid }}>
      <div className="questions" onClickCapture={() => setSaid('')}>
        <DeskViews
          label={t('questions.view')}
          {...{ views, current: view! }}
          textOf={(name) =>
            name === 'suggestions' && waiting
              ? t('questions.view.waiting', { count: `${waiting}${suggestions.more ? '+' : ''}` })
              : t(`questions.view.${name}`)
          }
          onOpen={open}
        />
        <p className="form-notice questions-said" role="status">
          {said}
        </p>
        {isHydrated &&
          views.map((name) => {
            const Part: ComponentType<PartProps> = parts[name]
            return (
              opened.includes(name) && (
                <div key={name} hidden={name !== view}>
                  <Suspense>
                    <Part suggestions={suggestions} />
                  </Suspense>
                </div>
              )
            )
          })}
      </div>
    </DeskContext>
  )
}
