import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { serverNow } from '../../api/server-clock.ts'
import { tokyoParts } from '../../domain/tokyo-time.ts'
import { BIRTH_YEAR_DEFAULT, birthYears } from '../../domain/user.ts'
import { t } from '../../i18n/translate.ts'
import { call } from '../../stores/call.ts'
import { $user } from '../../stores/user.ts'
import { text } from '../../browser/account/entry.ts'
import { Form, type Problems, useForm } from '../ui/Form.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'
import { finishSaved, refused } from './settings-form.ts'

export default function BirthYearSetting() {
  const user = useStore($user, { ssr: 'initial' })
  const form = useForm(save)
  /** The choice; without one the field follows the account. */
  const [chosen, setChosen] = useState<string>()
  // The year at build time may differ.
  const years = useHydrated() ? birthYears(tokyoParts(serverNow()).year) : []
  const isFirst = !user || (user.birthYear === 0 && !localStorage.getItem(nameOf(user.userId)))
  return (
    <Form form={form} submit={t('settings.save')} isEnabled={user !== undefined}>
      <div className="field">
        <div className="select">
          <select
            name="birthYear"
            aria-label={t('settings.birthYear')}
            autoComplete="bday-year"
            value={chosen ?? (isFirst ? BIRTH_YEAR_DEFAULT : user.birthYear)}
            onChange={(event) => setChosen(event.target.value)}
          >
            <option value={0}>{t('birthYearSetting.unset')}</option>
            {years.map((year) => (
              <option key={year} value={year}>
                {t('birthYearSetting.year', { year })}
              </option>
            ))}
          </select>
        </div>
      </div>
    </Form>
  )
}

async function save(data: FormData): Promise<Problems | void> {
  const birthYear = Number(text(data, 'birthYear'))
  const result = await call('user', 'PUT /user/birthyear', { birthYear })
  if (!result.ok) return refused(result)
  const userId = $user.get()?.userId
  if (userId) localStorage.setItem(nameOf(userId), 'saved')
  await finishSaved('birthYear')
}

/**
 * Key that a birth year was saved. The server's 0 means both "never set" and "unset"; only the first
 * opens at the default (`docs/product.md#rules`).
 */
const nameOf = (userId: string) => `BirthYear:${userId}`
