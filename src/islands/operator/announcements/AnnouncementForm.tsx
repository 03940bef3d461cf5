import { lazy, Suspense, useRef, useState } from 'react'
import {
  ANNOUNCEMENT_LENGTH,
  announcementProblem,
  cleanAnnouncement,
} from '../../../domain/announcement.ts'
import type { Announcement } from '../../../contract/calls/operator-announcements.ts'
import type { Language } from '../../../domain/language.ts'
import { t } from '../../../i18n/translate.ts'
import { Field } from '../../ui/Field.tsx'
import { Form, type Problems, useForm } from '../../ui/Form.tsx'
import { QuietButton } from '../../ui/LoadFailure.tsx'
import { ConfirmSubmit } from './ConfirmSubmit.tsx'
import { call } from '../../../stores/call.ts'
import { codeOf, errorCode, type Failure, fieldOf } from '../../../api/result.ts'
import { languageName } from '../format.ts'
import { failureText } from '../../ui/failure-text.ts'

const UpdateInfo = lazy(() =>
  import('../../news/UpdateInfo.tsx').then((script) => ({ default: script.UpdateInfo })),
)

export interface PreviewWords {
  language: Language
  title: string
  ok: string
}

interface Props {
  dialogs: readonly PreviewWords[]
  onDone: (state: Announcement['state']) => void
}

type Texts = Record<Language, string>

export function AnnouncementForm({ dialogs, onDone }: Props) {
  const empty = Object.fromEntries(dialogs.map(({ language }) => [language, ''])) as Texts
  const [texts, setTexts] = useState(empty)
  const [isAsked, setAsked] = useState(false)
  const startField = useRef<HTMLInputElement>(null)
  const [previewed, setPreviewed] = useState<PreviewWords>()

  const form = useForm(async (): Promise<Problems> => {
    const found = dialogs.flatMap(({ language }) => {
      const problem = announcementProblem(cleanAnnouncement(texts[language]))
      const words = { max: ANNOUNCEMENT_LENGTH }
      return problem ? [[language, t(`announce.problem.${problem}`, words)] as const] : []
    })
    if (found.length > 0) return Object.fromEntries(found)
    const { value: start, validity } = startField.current!
    // A partial date also has an empty value.
    if (validity.badInput) return { startsAt: t('announce.problem.time') }
    if (!isAsked) {
      setAsked(true)
      return {}
    }
    const startsAt = start ? secondsOf(start) : undefined
    const result = await call('operator', 'POST /announcement', { texts, startsAt })
    if (!result.ok) return refusalText(result)
    setTexts(empty)
    startField.current!.value = ''
    setAsked(false)
    onDone(result.results[0]!.state)
    return {}
  })
  const after = (
    <>
      <ConfirmSubmit
        question={isAsked ? t('announce.sure') : ''}
        isBusy={form.isBusy}
        submit={t('announce.add')}
        confirm={t('announce.confirm')}
        onCancel={() => setAsked(false)}
      />
      {previewed && (
        <div lang={previewed.language}>
          <Suspense>
            <UpdateInfo
              title={previewed.title}
              close={previewed.ok}
              text={cleanAnnouncement(texts[previewed.language])}
              onClose={() => setPreviewed(undefined)}
            />
          </Suspense>
        </div>
      )}
    </>
  )
  return (
    <Form {...{ form, after }} onChange={() => setAsked(false)}>
      {dialogs.map((words) => {
        const { language } = words
        const name = languageName(language)
        return (
          <Field
            key={language}
            label={t('announce.text', { language: name })}
            name={language}
            count={
              <p className="field-count">
                {`${[...cleanAnnouncement(texts[language])].length}/${ANNOUNCEMENT_LENGTH}`}
              </p>
            }
            renderControl={(attributes) => (
              <textarea
                {...attributes}
                lang={language}
                rows={3}
                value={texts[language]}
                onChange={({ target }) => setTexts({ ...texts, [language]: target.value })}
              />
            )}
          >
            <QuietButton
              disabled={cleanAnnouncement(texts[language]) === ''}
              onClick={() => setPreviewed(words)}
            >
              {t('announce.preview', { language: name })}
            </QuietButton>
          </Field>
        )
      })}
      <Field
        ref={startField}
        name="startsAt"
        type="datetime-local"
        label={t('announce.start')}
        hint={t('announce.startHint')}
      />
    </Form>
  )
}

/** Epoch seconds of a `datetime-local` value in Asia/Tokyo; NaN if empty. */
export const secondsOf = (value: string): number => Date.parse(`${value}+09:00`) / 1000

export function refusalText(failure: Failure): Problems {
  const field = fieldOf(failure)
  if (field === 'startsAt') return { startsAt: t('announce.problem.startsAt') }
  if (field === 'replaces') return { form: t('announce.problem.replaced') }
  if (field === 'window') return { end: t('announce.problem.window') }
  if (codeOf(failure) === errorCode.dataNotFound) return { form: t('announce.problem.gone') }
  return { form: failureText(failure) }
}
