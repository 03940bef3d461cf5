import { lazy, Suspense, useRef, useState } from 'react'
import { setWords, t, type Messages } from '../../../i18n/translate.ts'
import { useLoad } from '../../ui/use-load.ts'
import { DeskFailure } from '../DeskFailure.tsx'
import { Actions } from '../../ui/Actions.tsx'
import { timeOf } from '../format.ts'
import { AnnouncementForm, refusalText, type PreviewWords } from './AnnouncementForm.tsx'
import { call } from '../../../stores/call.ts'

const Windows = lazy(() => import('./Windows.tsx'))

interface Props {
  messages: Messages
  dialogs: readonly PreviewWords[]
}

async function readDesk() {
  const [announcements, windows] = await Promise.all([
    call('operator', 'GET /announcement/list', {}),
    call('operator', 'GET /maintenance', {}),
  ])
  if (!announcements.ok) return announcements
  if (!windows.ok) return windows
  return { ...windows, results: { announcements: announcements.results, windows: windows.results } }
}

/** Announcements and maintenance windows (`docs/product.md#announcements`). */
export default function AnnouncementDesk({ messages, dialogs }: Props) {
  setWords(messages)
  const { value: loaded, failure, load } = useLoad(readDesk)
  const [said, setSaid] = useState<{ news?: string; windows?: string }>({})
  const news = useRef<HTMLParagraphElement>(null)
  const windows = useRef<HTMLParagraphElement>(null)
  const statuses = { news, windows }

  // A failed reload keeps typed text.
  if (failure && !loaded) return <DeskFailure failure={failure} onRetry={() => void load()} />
  if (!loaded) return <p role="status">{t('desk.loading')}</p>
  const done = (part: typeof said) => {
    setSaid(part)
    void load()
  }
  // The pressed button is removed with its entry.
  const removed = (part: typeof said) => {
    done(part)
    statuses[part.news ? 'news' : 'windows'].current?.focus()
  }
  const noticeOf = (part: keyof typeof said) => (
    <p ref={statuses[part]} className="form-notice" role="status" tabIndex={-1}>
      {said[part]}
    </p>
  )
  const withdraw = async (announcementId: string) => {
    const result = await call('operator', 'PUT /announcement/withdrawal', { announcementId })
    if (!result.ok) return refusalText(result)
    return removed({ news: t('announce.done.withdrawn') })
  }
  return (
    <Suspense>
      <div className="announcements" onInput={() => setSaid({})}>
        <section>
          <h2>{t('announce.new')}</h2>
          <p className="field-hint">{t('announce.newsAbout')}</p>
          <AnnouncementForm
            dialogs={dialogs}
            onDone={(state) =>
              done({ news: t(state === 'coming' ? 'announce.done.coming' : 'announce.done.added') })
            }
          />
          {noticeOf('news')}
          {loaded.announcements.length === 0 && <p className="field-hint">{t('announce.empty')}</p>}
          <ul className="announcement-list" role="list">
            {loaded.announcements.map(({ announcementId, state, startsAt, texts }) => (
              <li key={announcementId} data-state={state}>
                <p>
                  <strong>{t(`announce.state.${state}`)}</strong> <small>{timeOf(startsAt)}</small>
                </p>
                {dialogs.map(({ language }) => (
                  <p key={language} lang={language} className="announcement-text">
                    {texts[language]}
                  </p>
                ))}
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
        <section>
          <h2>{t('announce.windows')}</h2>
          <p className="field-hint">{t('announce.windowsAbout')}</p>
          <Windows
            list={loaded.windows}
            notice={noticeOf('windows')}
            onSet={() => done({ windows: t('announce.done.planned') })}
            onCleared={() => removed({ windows: t('announce.done.cleared') })}
            onChanged={() => void load()}
          />
        </section>
      </div>
    </Suspense>
  )
}
