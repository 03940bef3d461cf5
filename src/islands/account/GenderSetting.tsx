import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { genders } from '../../domain/user.ts'
import { t } from '../../i18n/translate.ts'
import { call } from '../../stores/call.ts'
import { $user } from '../../stores/user.ts'
import { text } from '../../browser/account/entry.ts'
import { RadioChoices } from '../ui/RadioChoices.tsx'
import { Form, type Problems, useForm } from '../ui/Form.tsx'
import { finishSaved, refused } from './settings-form.ts'

export default function GenderSetting() {
  const choices = useRef<HTMLFieldSetElement>(null)
  const shown = useRef<number>(undefined)
  const current = useStore($user, { ssr: 'initial' })?.gender
  const form = useForm(save)

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
    <Form form={form} submit={t('settings.save')} isEnabled={current !== undefined}>
      <RadioChoices
        ref={choices}
        name="gender"
        legend={<legend className="visually-hidden">{t('settings.gender')}</legend>}
        choices={genders.map((gender) => [gender, t(`gender.${gender}`)])}
      />
    </Form>
  )
}

async function save(data: FormData): Promise<Problems | void> {
  const gender = Number(text(data, 'gender'))
  const result = await call('user', 'PUT /user/gender', { gender })
  if (!result.ok) return refused(result)
  await finishSaved('gender')
}
