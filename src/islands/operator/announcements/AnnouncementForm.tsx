import { useState } from 'react'
import { serverNow } from '../../../api/server-clock.ts'
import type { Announcement } from '../../../contract/calls/operator-announcements.ts'
import {
  ANNOUNCEMENT_LENGTH,
  announcementProblem,
  cleanAnnouncement,
  MAX_AHEAD_MS,
} from '../../../domain/announcement.ts'
import { MINUTE_MS } from '../../../domain/durations.ts'
import { languages, type Language } from '../../../domain/language.ts'
import { t } from '../../../i18n/translate.ts'
import { call } from '../../../stores/call.ts'
import { ConfirmForm } from '../../ui/ConfirmForm.tsx'
import { Field } from '../../ui/Field.tsx'
import { focusAtMount, focusFirst, hasSome, type Problems } from '../../ui/Form.tsx'
import { LongText } from '../../ui/LongText.tsx'
import { keepDraft, readDraft } from '../desk-drafts.ts'
import { languageName, languagesHere, timeOf } from '../format.ts'
import type { Statements } from '../statement-draft.ts'
import { DRAFT, problemsOf, secondsOf } from './announcement-forms.ts'
import { NewsTexts } from './NewsTexts.tsx'
import { useQuestion } from './use-question.tsx'

interface Props {
  titles: Statements
  /** Of the news that are shown, which these replace. */
  seenId: string | null
  onDone: (state: Announcement['state']) => void
  /** Reads the list again. */
  onRefused: () => Promise<readonly Announcement[] | undefined>
  onCancel: () => void
}

export default function AnnouncementForm(props: Props) {
  const { titles, seenId, onDone, onRefused, onCancel } = props
  const [written, setWritten] = useState<{
    texts: Record<Language, string>
    startsAt?: number | undefined
  }>()
  const [kept] = useState(() => readDraft<Record<string, string>>(DRAFT))
  const start = written?.startsAt
  const question = start ? t('announce.sureFrom', { start: timeOf(start) }) : t('announce.sure')
  const { isAsked, ask, asked, forget, orForget } = useQuestion(question)
  const publish = async (data: FormData): Promise<Problems | void> => {
    const texts = Object.fromEntries(
      languages.map((language) => [language, cleanAnnouncement(String(data.get(language)))]),
    ) as Record<Language, string>
    const problems: Problems = {}
    for (const language of languages) {
      const found = announcementProblem(texts[language])
      const max = ANNOUNCEMENT_LENGTH
      if (found) problems[language] = t(`announce.problem.${found}`, { max })
    }
    const given = String(data.get('startsAt'))
    const startsAt = given ? secondsOf(given) : undefined
    const aheadMs = startsAt === undefined ? 0 : startsAt * 1000 - serverNow()
    if (aheadMs < -MINUTE_MS) problems['startsAt'] = t('announce.problem.past')
    if (aheadMs > MAX_AHEAD_MS) problems['startsAt'] = t('announce.problem.far')
    if (hasSome(problems)) {
      forget()
      return problems
    }
    setWritten({ texts, startsAt })
    return ask(async () => {
      const result = await call('operator', 'POST /announcement', { texts, startsAt, seenId })
      // After a lost answer they are in the list.
      const isSame = (one: Announcement) =>
        one.announcementId !== seenId &&
        one.state !== 'withdrawn' &&
        (startsAt === undefined ? one.state === 'shown' : one.startsAt === startsAt) &&
        languages.every((language) => one.texts[language] === texts[language])
      const stored = result.ok ? result.results[0] : (await onRefused())?.find(isSame)
      if (!stored && !result.ok) return problemsOf(result, true)
      keepDraft(DRAFT)
      return onDone(stored!.state)
    })
  }
  return (
    <ConfirmForm
      submit={t(isAsked ? 'announce.confirm' : 'announce.add')}
      {...(isAsked && { cancel: t('announce.back') })}
      isTyped={Boolean(kept)}
      onChange={(part) => {
        forget()
        const draft = { ...readDraft<object>(DRAFT), ...part }
        keepDraft(DRAFT, Object.values(draft).some(Boolean) ? draft : undefined)
      }}
      onSubmit={publish}
      onCancel={orForget(() => {
        keepDraft(DRAFT)
        onCancel()
      })}
    >
      {/* The fields keep what was typed. */}
      <div className="form desk-form" hidden={isAsked}>
        <p className="field-hint">{t('announce.newsAbout')}</p>
        {languagesHere().map((language, index) => (
          <LongText
            key={language}
            name={language}
            label={t('announce.text', { language: languageName(language) })}
            maxLength={ANNOUNCEMENT_LENGTH}
            rows={3}
            defaultValue={kept?.[language]}
            lang={language}
            ref={index === 0 ? (kept ? focusFirst : focusAtMount) : null}
          />
        ))}
        <Field
          name="startsAt"
          type="datetime-local"
          defaultValue={kept?.['startsAt']}
          label={t('announce.start')}
          hint={t('announce.startHint')}
        />
      </div>
      {isAsked && <NewsTexts texts={written!.texts} titles={titles} />}
      {asked}
    </ConfirmForm>
  )
}
