import type { Announcement } from '../../../contract/calls/operator-announcements.ts'
import {
  ANNOUNCEMENT_LENGTH,
  announcementProblem,
  cleanAnnouncement,
} from '../../../domain/announcement.ts'
import { languages, type Language } from '../../../domain/language.ts'
import { t } from '../../../i18n/translate.ts'
import { call } from '../../../stores/call.ts'
import { ConfirmForm } from '../../ui/ConfirmForm.tsx'
import { Field } from '../../ui/Field.tsx'
import { focusAtMount } from '../../ui/first-focus.ts'
import type { Problems } from '../../ui/Form.tsx'
import { LongText } from '../../ui/LongText.tsx'
import { languageName } from '../format.ts'
import { problemsOf, secondsOf } from './desk-times.ts'
import { useQuestion } from './use-question.tsx'

interface Props {
  onDone: (state: Announcement['state']) => void
  onCancel: () => void
}

export function AnnouncementForm({ onDone, onCancel }: Props) {
  const { isAsked, ask, asked, forget, orForget } = useQuestion(t('announce.sure'))
  const publish = async (data: FormData): Promise<Problems | void> => {
    const texts = Object.fromEntries(
      languages.map((language) => [language, String(data.get(language))]),
    ) as Record<Language, string>
    const problems: Problems = {}
    for (const language of languages) {
      const found = announcementProblem(cleanAnnouncement(texts[language]))
      const max = ANNOUNCEMENT_LENGTH
      if (found) problems[language] = t(`announce.problem.${found}`, { max })
    }
    if (Object.keys(problems).length > 0) return problems
    const start = String(data.get('startsAt'))
    const startsAt = start ? secondsOf(start) : undefined
    return ask(async () => {
      const result = await call('operator', 'POST /announcement', { texts, startsAt })
      if (!result.ok) return problemsOf(result)
      return onDone(result.results[0]!.state)
    })
  }
  return (
    <ConfirmForm
      submit={t(isAsked ? 'announce.confirm' : 'announce.add')}
      onChange={forget}
      onSubmit={publish}
      onCancel={orForget(onCancel)}
    >
      <p className="field-hint">{t('announce.newsAbout')}</p>
      {languages.map((language, index) => (
        <LongText
          key={language}
          name={language}
          label={t('announce.text', { language: languageName(language) })}
          maxLength={ANNOUNCEMENT_LENGTH}
          rows={3}
          lang={language}
          ref={index === 0 ? focusAtMount : null}
        />
      ))}
      <Field
        name="startsAt"
        type="datetime-local"
        label={t('announce.start')}
        hint={t('announce.startHint')}
      />
      {asked}
    </ConfirmForm>
  )
}
