import { lazy, Suspense, useState } from 'react'
import { setWords, t, type Messages } from '../../../i18n/translate.ts'
import { useLoad } from '../../ui/use-load.ts'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { DeskViews } from '../DeskViews.tsx'
import { Calendar } from './Calendar.tsx'
import { DeskContext } from './desk-context.ts'
import { Pool } from './Pool.tsx'
import { call } from '../../../stores/call.ts'

const Suggestions = lazy(() => import('./Suggestions.tsx'))
const Figures = lazy(() => import('./Figures.tsx'))
const Import = lazy(() => import('./Import.tsx'))

const views = ['calendar', 'pool', 'suggestions', 'figures', 'import'] as const
type View = (typeof views)[number]

/** Editors' desk (`docs/product.md#calendar`): calendar, pool, files. */
export default function QuestionDesk({ messages }: { messages: Messages }) {
  setWords(messages)
  const [view, setView] = useState<View>('calendar')
  const isHydrated = useHydrated()
  const [said, setSaid] = useState('')
  const { value: topics = [] } = useLoad(() => call('operator', 'GET /topic', {}))
  const open = (next: View) => {
    setSaid('')
    setView(next)
  }
  return (
    <DeskContext value={{ topics, announce: setSaid }}>
      <div className="questions" onClickCapture={() => setSaid('')}>
        <DeskViews
          label={t('questions.view')}
          {...{ views, current: view }}
          textOf={(name) => t(`questions.view.${name}`)}
          onOpen={open}
        />
        <p className="form-notice questions-said" role="status">
          {said}
        </p>
        {isHydrated && view === 'calendar' && <Calendar />}
        {view === 'pool' && <Pool />}
        <Suspense>
          {view === 'suggestions' && <Suggestions />}
          {view === 'figures' && <Figures />}
          {view === 'import' && <Import />}
        </Suspense>
      </div>
    </DeskContext>
  )
}
