import { lazy } from 'react'
import { serverNow } from '../../../api/server-clock.ts'
import {
  isDuring,
  type MaintainedService,
  type MaintenanceWindow,
} from '../../../domain/maintenance.ts'
import { endTime } from '../../../i18n/end-time.ts'
import { t } from '../../../i18n/translate.ts'
import { call } from '../../../stores/call.ts'
import { Actions } from '../../ui/Actions.tsx'
import { useLoad } from '../../ui/use-load.ts'
import { DeskFailure } from '../DeskFailure.tsx'
import { LazyPart } from '../LazyPart.tsx'
import { problemsOf, spanOf } from './announcement-forms.ts'
import { useNotice } from '../use-notice.tsx'

const WindowForm = lazy(() => import('./WindowForm.tsx'))

/** A window of either service stops the whole site: the desk plans that of one. */
const SERVICE = 'question'

export const stateOf = (window: MaintenanceWindow) =>
  isDuring(window, serverNow()) ? 'running' : 'planned'

export const useWindows = () => useLoad(() => call('operator', 'GET /maintenance', {}))

export function Windows({ loaded }: { loaded: ReturnType<typeof useWindows> }) {
  const { value: list, failure, load, retry } = loaded
  const { noticeAt, say } = useNotice()
  const set = async (service: MaintainedService, window: MaintenanceWindow | null) => {
    const seen = list?.find((one) => one.service === service)
    const replaces = seen ? { start: seen.start, end: seen.end } : null
    const result = await call('operator', 'PUT /maintenance', { service, window, replaces })
    if (result.ok || result.field === 'replaces') await load()
    if (!result.ok) return problemsOf(result)
    const name = stateOf(window ?? seen!)
    // The next page says until when another lasts.
    if (name === 'running' && !window)
      document.querySelector('.desk-maintenance')?.setAttribute('hidden', '')
    return say(window ? t(`announce.set.${name}`) : t(`announce.cleared.${name}`))
  }
  return (
    <section onClickCapture={() => say('')}>
      <h2>{t('announce.windows')}</h2>
      <p className="field-hint">{t('announce.windowsAbout')}</p>
      <ul className="announcement-list" role="list">
        {list?.map(({ service, ...window }) => {
          const name = stateOf(window)
          return (
            <li key={service}>
              <p>
                <strong>{t(`announce.window.${name}`)}</strong>{' '}
                <small>
                  {name === 'planned'
                    ? t('announce.window.plannedSpan', spanOf(window))
                    : t('dialog.maintenance.until', endTime(window.end))}
                </small>
              </p>
              {service !== SERVICE && <p>{t('announce.window.auth')}</p>}
              <Actions
                actions={[
                  {
                    text: t(`announce.window.${name}Clear`),
                    question: t(`announce.window.${name}ClearSure`),
                    run: () => set(service, null),
                  },
                ]}
              />
            </li>
          )
        })}
      </ul>
      {list && (
        <Actions
          hint={list.length === 0 && <p className="field-hint">{t('announce.noWindows')}</p>}
          actions={[
            {
              text: t('announce.plan'),
              renderForm: (close) => (
                <LazyPart>
                  <WindowForm
                    replaced={list.find(({ service }) => service === SERVICE)}
                    onSet={async (window) => (await set(SERVICE, window)) ?? close()}
                    onCancel={close}
                  />
                </LazyPart>
              ),
            },
          ]}
        />
      )}
      {noticeAt()}
      {failure && <DeskFailure failure={failure} onRetry={retry} />}
    </section>
  )
}
