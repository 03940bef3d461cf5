import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { genders } from '../../domain/user.ts'
import { translate, type Messages, type Translate } from '../../i18n/translate.ts'
import { call } from '../../stores/call.ts'
import { $user } from '../../stores/user.ts'
import { text } from '../../browser/account/entry.ts'
import { FormProblem } from '../ui/FormProblem.tsx'
import { RadioChoices } from '../ui/RadioChoices.tsx'
import { SubmitButton } from '../ui/SubmitButton.tsx'
import { useForm, type Problems } from '../ui/use-form.ts'
import { finishSaved, refused } from './settings-form.ts'

export default function GenderSetting({ messages }: { messages: Messages }) {
  const t = translate(messages)
  const choices = useRef<HTMLFieldSetElement>(null)
  const shown = useRef<number>(undefined)
  const current = useStore($user, { ssr: 'initial' })?.gender
  const { formProps, problems, isBusy } = useForm((data) => save(t, data))

  // A choice made before hydration stays; without one the field follows the account.
  useEffect(() => {
    const inputs = choices.current?.querySelectorAll('input')
    const own = inputs && current !== undefined && inputs[current]
    if (!own) return
    const checked = [...inputs].findIndex((input) => input.checked)
    if (checked === -1 || checked === shown.current) own.checked = true
    shown.current = current
  }, [current])

  return (
    <form {...formProps}>
      <RadioChoices
        ref={choices}
        name="gender"
        legend={<legend className="visually-hidden">{t('settings.gender')}</legend>}
        choices={genders.map((gender) => [gender, t(`gender.${gender}`)])}
      />
      <FormProblem text={problems['form']} />
      <SubmitButton isBusy={isBusy} isEnabled={current !== undefined}>
        {t('settings.save')}
      </SubmitButton>
    </form>
  )
}

async function save(t: Translate, data: FormData): Promise<Problems | void> {
  const gender = Number(text(data, 'gender'))
  const result = await call('user', 'PUT /user/gender', { gender })
  if (!result.ok) return refused(t, result)
  await finishSaved(t, 'gender')
}
