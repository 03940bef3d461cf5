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
import { SubmitButton } from '../ui/SubmitButton.tsx'
import { useForm, type Problems } from '../ui/use-form.ts'
import { useHydrated } from '../ui/use-hydrated.ts'
import { refused } from './settings-form.ts'

const choices = ['off', 'push', 'mail'] as const
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
      <fieldset key={reminder ? 'own' : ''} className="choices" disabled={!reminder}>
        <legend>{t('reminder.channel')}</legend>
        {choices.map((choice) => (
          <label key={choice} className="checkbox">
            <input
              type="radio"
              name="channel"
              value={choice}
              defaultChecked={choice === (reminder?.channel ?? 'off')}
              disabled={choice === 'push' && !canPush && reminder?.channel !== 'push'}
              aria-describedby={choice === 'push' && !canPush ? `${id}-push` : undefined}
            />
            {t(`reminder.${choice}`)}
          </label>
        ))}
        {!canPush && (
          <p id={`${id}-push`} className="field-hint">
            {t('reminder.unsupported')}
          </p>
        )}
        {canPush && isElsewhere && <p className="field-hint">{t('reminder.elsewhere')}</p>}
      </fieldset>
      <div className="field">
        <label htmlFor={`${id}-hour`}>{t('reminder.hour')}</label>
        <div className="select">
          <select
            key={reminder?.hour}
            id={`${id}-hour`}
            name="hour"
            defaultValue={reminder?.hour ?? USUAL_HOUR}
            disabled={!reminder}
          >
            {HOURS.map((hour) => (
              <option key={hour} value={hour}>{`${hour}:00`}</option>
            ))}
          </select>
        </div>
      </div>
      <div className="field">
        <label htmlFor={`${id}-zone`}>{t('reminder.timeZone')}</label>
        <div className="select">
          <select
            key={zone}
            id={`${id}-zone`}
            name="timeZone"
            defaultValue={zone}
            disabled={!reminder}
            translate="no"
          >
            {(zone ? zonesWith(zone) : []).map((name) => (
              <option key={name} value={name}>
                {name.replaceAll('_', ' ')}
              </option>
            ))}
          </select>
        </div>
      </div>
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
  const channel = text(data, 'channel') as (typeof choices)[number]
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
