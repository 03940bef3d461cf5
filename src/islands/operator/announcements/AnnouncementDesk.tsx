import { useRef, useState } from 'react'
import { translate, type Messages } from '../../../i18n/translate.ts'
import { useLoad } from '../../ui/use-load.ts'
import { DeskFailure } from '../DeskFailure.tsx'
import { AnnouncementForm, type PreviewWords } from './AnnouncementForm.tsx'
import { AnnouncementList } from './AnnouncementList.tsx'
import { Windows } from './Windows.tsx'
import { call } from '../../../stores/call.ts'

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
  const t = translate(messages)
  const { value: loaded, failure, load } = useLoad(readDesk)
  const [said, setSaid] = useState('')
  const status = useRef<HTMLParagraphElement>(null)

  // A failed reload keeps typed text.
  if (failure && !loaded) return <DeskFailure {...{ t, failure }} onRetry={() => void load()} />
  if (!loaded) return <p role="status">{t('desk.loading')}</p>
  const done = (sentence: string) => {
    setSaid(sentence)
    void load()
  }
  // The pressed button is removed with its entry.
  const removed = (sentence: string) => {
    done(sentence)
    status.current?.focus()
  }
  return (
    <div className="announcements">
      <p ref={status} className="form-notice" role="status" tabIndex={-1}>
        {said}
      </p>
      <section>
        <h2>{t('announce.news')}</h2>
        <p className="field-hint">{t('announce.newsAbout')}</p>
        <AnnouncementForm {...{ t, dialogs }} onDone={() => done(t('announce.done.added'))} />
        <AnnouncementList
          {...{ t, dialogs }}
          list={loaded.announcements}
          onDone={() => removed(t('announce.done.withdrawn'))}
        />
      </section>
      <section>
        <h2>{t('announce.windows')}</h2>
        <p className="field-hint">{t('announce.windowsAbout')}</p>
        <Windows
          t={t}
          list={loaded.windows}
          onSet={() => done(t('announce.done.planned'))}
          onCleared={() => removed(t('announce.done.cleared'))}
          onChanged={() => void load()}
        />
      </section>
    </div>
  )
}
