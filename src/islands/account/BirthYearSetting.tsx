import { useStore } from '@nanostores/react'
import { useId } from 'react'
import { serverNow } from '../../api/call.ts'
import { tokyoParts } from '../../domain/question-day.ts'
import { BIRTH_YEAR_DEFAULT, birthYears } from '../../domain/user.ts'
import { translate, type Messages, type Translate } from '../../i18n/translate.ts'
import { $user } from '../../stores/user.ts'
import { text } from '../../browser/account/entry.ts'
import { FormProblem } from '../ui/FormProblem.tsx'
import { SubmitButton } from '../ui/SubmitButton.tsx'
import { useForm, type Problems } from '../ui/use-form.ts'
import { useHydrated } from '../ui/use-hydrated.ts'
import { changeSetting, finishSaved, refused } from './settings-form.ts'

export default function BirthYearSetting({ messages }: { messages: Messages }) {
  const t = translate(messages)
  const id = useId()
  const current = useStore($user, { ssr: 'initial' })?.birthYear
  const { formProps, problems, isBusy } = useForm((data) => save(t, data))
  // The page may have been built in another year than it is opened in.
  const years = useHydrated() ? birthYears(tokyoParts(serverNow()).year) : []
  return (
    <form {...formProps}>
      <div className="field">
        <label htmlFor={id}>{t('settings.birthYear')}</label>
        <select
          key={`${years.length} ${current}`}
          id={id}
          name="birthYear"
          autoComplete="bday-year"
          defaultValue={current || BIRTH_YEAR_DEFAULT}
        >
          <option value={0}>{t('birthYearSetting.unset')}</option>
          {years.map((year) => (
            <option key={year} value={year}>
              {t('birthYearSetting.year', { year })}
            </option>
          ))}
        </select>
      </div>
      <FormProblem text={problems['form']} />
      <SubmitButton isBusy={isBusy}>{t('settings.save')}</SubmitButton>
    </form>
  )
}

async function save(t: Translate, data: FormData): Promise<Problems | void> {
  const birthYear = Number(text(data, 'birthYear'))
  const answer = await changeSetting('/user/birthyear', { birthYear })
  if (!answer.ok) return refused(t, answer)
  await finishSaved()
}
