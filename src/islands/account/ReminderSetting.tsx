import { useId, useState } from 'react'
import { text } from '../../browser/account/entry.ts'
import { leaveSetting } from '../../browser/account/leave-setting.ts'
import { hasPush, ownEndpoint, subscribe, unsubscribe } from './push-subscription.ts'
import { translate, type Messages, type Translate } from '../../i18n/translate.ts'
import { call } from '../../stores/call.ts'
import { pageLanguage } from '../../stores/language.ts'
import { useLoad } from '../ui/use-load.ts'
import { actionFailureText } from '../ui/failure-text.ts'
import { FormProblem } from '../ui/FormProblem.tsx'
import { RadioChoices } from '../ui/RadioChoices.tsx'
import { SelectField } from '../ui/SelectField.tsx'
import { SubmitButton } from '../ui/SubmitButton.tsx'
import { useForm, type Problems } from '../ui/use-form.ts'
import { useHydrated } from '../ui/use-hydrated.ts'
import { refused } from './settings-form.ts'

const channels = ['off', 'push', 'mail'] as const
const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
const USUAL_HOUR = 20

const ownTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone
const zonesWith = (zone: string) => [...new Set([zone, ...Intl.supportedValuesOf('timeZone')])]

/** Reminders of the day's question (`docs/product.md#reminder`). */
export default function ReminderSetting({ messages }: { messages: Messages }) {
  const t = translate(messages)
  const id = useId()
  const isHydrated = useHydrated()
  const [isElsewhere, setElsewhere] = useState(false)
  const {
    value: reminder,
    failure,
    retry,
  } = useLoad(async () => {
    const result = await call('user', 'GET /user/reminder', {})
    if (!result.ok) return result
    const { channel, endpoints = [] } = result.results
    setElsewhere(channel === 'push' && !endpoints.includes((await ownEndpoint()) ?? ''))
    return result
  })
  const { formProps, problems, isBusy } = useForm((data) => save(t, data, reminder?.publicKey))

  const canPush = !isHydrated || (hasPush() && (!reminder || Boolean(reminder.publicKey)))
  const zone = isHydrated ? (reminder?.timeZone ?? ownTimeZone()) : ''
  return (
    <form {...formProps} aria-busy={!reminder && !failure}>
      <RadioChoices
        key={reminder ? 'own' : ''}
        disabled={!reminder}
        name="channel"
        legend={<legend>{t('reminder.channel')}</legend>}
        choices={channels.map((channel) => [channel, t(`reminder.${channel}`)])}
        attributesOf={(channel) => ({
          defaultChecked: channel === (reminder?.channel ?? 'off'),
          disabled: channel === 'push' && !canPush && reminder?.channel !== 'push',
          'aria-describedby': channel === 'push' && !canPush ? id : undefined,
        })}
      >
        {!canPush && (
          <p id={id} className="field-hint">
            {t('reminder.unsupported')}
          </p>
        )}
        {canPush && isElsewhere && <p className="field-hint">{t('reminder.elsewhere')}</p>}
      </RadioChoices>
      <SelectField
        key={reminder?.hour}
        name="hour"
        label={t('reminder.hour')}
        defaultValue={reminder?.hour ?? USUAL_HOUR}
        disabled={!reminder}
        options={HOURS.map((hour) => [String(hour), `${hour}:00`])}
      />
      <SelectField
        key={zone}
        name="timeZone"
        label={t('reminder.timeZone')}
        defaultValue={zone}
        disabled={!reminder}
        translate="no"
        options={(zone ? zonesWith(zone) : []).map((name) => [name, name.replaceAll('_', ' ')])}
      />
      <FormProblem
        text={failure ? actionFailureText(t, failure, 'reminder.failed') : problems['form']}
      />
      {failure ? (
        <button type="button" className="button button-quiet" onClick={retry}>
          {t('error.retry')}
        </button>
      ) : (
        <SubmitButton isBusy={isBusy}>{t('settings.save')}</SubmitButton>
      )}
    </form>
  )
}

async function save(t: Translate, data: FormData, publicKey = ''): Promise<Problems | void> {
  const channel = text(data, 'channel') as (typeof channels)[number]
  const subscription = channel === 'push' ? await subscribe(publicKey) : undefined
  if (typeof subscription === 'string') return { form: t(`reminder.${subscription}`) }
  const result = await call('user', 'PUT /user/reminder', {
    channel,
    hour: Number(text(data, 'hour')),
    timeZone: text(data, 'timeZone'),
    language: pageLanguage(),
    subscription,
  })
  if (!result.ok) return refused(t, result)
  if (channel !== 'push') await unsubscribe()
  leaveSetting(t('notice.saved', { setting: t('settings.reminder') }), 'reminder')
}
