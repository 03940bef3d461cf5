import { lazy, useState } from 'react'
import { DeskFailure } from '../DeskFailure.tsx'
import { LazyPart } from '../LazyPart.tsx'
import { t } from '../../../i18n/translate.ts'
import { call } from '../../../stores/call.ts'
import { Actions } from '../../ui/Actions.tsx'
import type { Problems } from '../../ui/Form.tsx'
import { useLoad } from '../../ui/use-load.ts'
import { hasDraft } from '../desk-drafts.ts'
import { timeOf } from '../format.ts'
import type { Statements } from '../statement-draft.ts'
import { DRAFT, problemsOf } from './announcement-forms.ts'
import { NewsTexts } from './NewsTexts.tsx'
import { useNotice } from '../use-notice.tsx'
import { stateOf, useWindows, Windows } from './Windows.tsx'

const AnnouncementForm = lazy(() => import('./AnnouncementForm.tsx'))

/**
 * Announcements and maintenance windows (`docs/product.md#announcements`).
 * @param statements the dialog's title
 */
export default function AnnouncementDesk({ statements }: { statements: Statements }) {
  const loaded = useLoad(() => call('operator', 'GET /announcement/list', {}))
  const { value: list, failure, load, retry } = loaded
  const loadedWindows = useWindows()
  const windows = <Windows loaded={loadedWindows} />
  /** What runs when the page opens comes first, and stays there. */
  const [isFirst, setFirst] = useState<boolean>()
  if (isFirst === undefined && (loadedWindows.value || loadedWindows.failure))
    setFirst(loadedWindows.value?.some((one) => stateOf(one) === 'running') ?? false)
  const { noticeAt, say } = useNotice()

  // A failed reload keeps typed text.
  if (failure && !list) return <DeskFailure failure={failure} onRetry={retry} />
  if (!list || isFirst === undefined) return <p role="status">{t('desk.loading')}</p>
  const withdraw = async (announcementId: string): Promise<Problems | void> => {
    const result = await call('operator', 'PUT /announcement/withdrawal', { announcementId })
    if (!result.ok) return problemsOf(result)
    await load()
    say(t('announce.done.withdrawn'))
  }
  return (
    <div className="announcements">
      {isFirst && windows}
      <section onClickCapture={() => say('')}>
        <h2>{t('announce.news')}</h2>
        <Actions
          hint={list.length === 0 && <p className="field-hint">{t('announce.empty')}</p>}
          actions={[
            {
              text: t('announce.new'),
              isMain: true,
              isOpen: hasDraft(DRAFT),
              renderForm: (close) => (
                <LazyPart>
                  <AnnouncementForm
                    titles={statements}
                    seenId={list.find(({ state }) => state === 'shown')?.announcementId ?? null}
                    onRefused={load}
                    onDone={(state) => {
                      close()
                      say(t(state === 'coming' ? 'announce.done.coming' : 'announce.done.added'))
                      void load()
                    }}
                    onCancel={close}
                  />
                </LazyPart>
              ),
            },
          ]}
        />
        {noticeAt()}
        <ul className="announcement-list" role="list">
          {list.map(({ announcementId, state, startsAt, withdrawnAt: at = startsAt, texts }) => (
            <li key={announcementId} data-state={state}>
              <p>
                <strong>{t(`announce.state.${state}`)}</strong>{' '}
                <small>{t(`announce.time.${state}`, { time: timeOf(at) })}</small>
              </p>
              <NewsTexts texts={texts} titles={statements} />
              {(state === 'coming' || state === 'shown') && (
                <Actions
                  actions={[
                    {
                      text: t('announce.withdraw'),
                      question: t('announce.withdrawSure'),
                      run: () => withdraw(announcementId),
                    },
                  ]}
                />
              )}
            </li>
          ))}
        </ul>
      </section>
      {!isFirst && windows}
    </div>
  )
}
