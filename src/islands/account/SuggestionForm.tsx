import { text } from '../../browser/account/entry.ts'
import type { OwnSuggestion } from '../../contract/calls/suggestion.ts'
import type { Language } from '../../domain/language.ts'
import { MAX_QUESTION_LENGTH, questionLength } from '../../domain/question-pool.ts'
import { suggestedQuestion } from '../../domain/suggestion.ts'
import type { Translate } from '../../i18n/translate.ts'
import { FormProblem } from '../ui/FormProblem.tsx'
import { LongText } from '../ui/LongText.tsx'
import { SubmitButton } from '../ui/SubmitButton.tsx'
import { useForm, type Problems } from '../ui/use-form.ts'
import { refused } from './settings-form.ts'
import { call } from '../../stores/call.ts'

interface Props {
  t: Translate
  /** Of the page. */
  language: Language
  /** Initial values of the fields. */
  draft: Pick<OwnSuggestion, 'text' | 'isCredited'> | undefined
  /** Takes no input yet. */
  isWaiting: boolean
  onSent: (sent: OwnSuggestion) => void
}

/** The form of `/suggest`. */
export function SuggestionForm({ t, language, draft, isWaiting, onSent }: Props) {
  const { formProps, problems, isBusy } = useForm(async (data) => {
    const { sent, problems } = await send(t, language, data)
    if (sent) onSent(sent)
    return problems
  })
  return (
    <form {...formProps} inert={isWaiting}>
      <LongText
        name="text"
        label={t('suggest.text')}
        hint={t('suggest.hint')}
        maxLength={MAX_QUESTION_LENGTH}
        maxOf={(typed) => questionLength(suggestedQuestion(typed, language).language)}
        defaultValue={draft?.text}
        problem={problems['text']}
      />
      <label className="checkbox">
        <input type="checkbox" name="credit" defaultChecked={draft?.isCredited} />
        {t('suggest.credit')}
      </label>
      <FormProblem text={problems['form']} />
      <SubmitButton isBusy={isBusy}>{t('suggest.send')}</SubmitButton>
    </form>
  )
}

async function send(
  t: Translate,
  page: Language,
  data: FormData,
): Promise<{ sent?: OwnSuggestion | undefined; problems?: Problems | undefined }> {
  const typed = text(data, 'text')
  const { problem, language } = suggestedQuestion(typed, page)
  if (problem) {
    const sentence = t(`suggest.error.${problem}`, { max: questionLength(language) })
    return { problems: { text: sentence } }
  }
  const input = { text: typed, isCredited: data.has('credit') }
  const headers = { LanguageCode: page }
  const result = await call('comment', 'POST /suggestion', input, { headers })
  if (result.ok) return { sent: result.results[0] }
  const field = result.error === 'network' ? undefined : result.error.field
  if (field === 'words' || field === 'links')
    return { problems: { text: t(`suggest.error.${field}`) } }
  return { problems: refused(t, result) ?? undefined }
}
