import { useId, useMemo } from 'react'
import { leaveSetting, text } from '../../browser/account/entry.ts'
import { cameFromPage } from '../../browser/came-from-site.ts'
import { hasPush, ownEndpoint, subscribe, unsubscribe } from './push-subscription.ts'
import { t } from '../../i18n/translate.ts'
import { call } from '../../stores/call.ts'
import { pageLanguage } from '../../stores/language.ts'
import { useLoad } from '../ui/use-load.ts'
import { LoadFailure, Form, type Problems, useForm } from '../ui/Form.tsx'
import { RadioChoices } from '../ui/RadioChoices.tsx'
import { SelectField } from '../ui/SelectField.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'
import { refused } from './settings-form.ts'

const channels = ['off', 'push', 'mail'] as const
const USUAL_HOUR = 20

/** Who comes from the offer on home wants one. */
const usualChannel = () => (cameFromPage('/') ? 'mail' : 'off')

const ownTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone
/** The zone's name in the page's language: 日本標準時, Japan Time. */
function zoneName(timeZone: string): string {
  try {
    return new Intl.DateTimeFormat(pageLanguage(), { timeZone, timeZoneName: 'longGeneric' })
      .formatToParts()
      .at(-1)!.value
  } catch {
    // This browser does not know the zone.
    return timeZone
  }
}
/** One zone for each name: `own` for its name, else the first. */
function zonesByName(own: string): (readonly [zone: string, name: string])[] {
  const zones = new Map<string, string>()
  for (const zone of [own, ...Intl.supportedValuesOf('timeZone')]) {
    const name = zoneName(zone)
    if (!zones.has(name)) zones.set(name, zone)
  }
  const { compare } = new Intl.Collator(pageLanguage())
  return [...zones].map(([name, zone]) => [zone, name] as const).sort((a, b) => compare(a[1], b[1]))
}

/** Reminders of the day's question (`docs/product.md#reminder`). */
export default function ReminderSetting({
  hours,
}: {
  hours: (readonly [hour: string, time: string])[]
}) {
  const id = useId()
  const isHydrated = useHydrated()
  const { value: reminder, failure, retry } = useLoad(readReminder)
  const form = useForm((data) => save(data, reminder?.publicKey))

  const canPush = !isHydrated || (hasPush() && (!reminder || Boolean(reminder.publicKey)))
  const zone = isHydrated ? (reminder?.timeZone ?? ownTimeZone()) : ''
  const zones = useMemo(() => (zone ? zonesByName(zone) : []), [zone])
  return (
    <Form form={form} submit={!failure && t('settings.save')} aria-busy={!reminder && !failure}>
      <RadioChoices
        key={reminder ? 'own' : ''}
        disabled={!reminder}
        name="channel"
        legend={<legend>{t('reminder.channel')}</legend>}
        choices={channels.map((channel) => [channel, t(`reminder.${channel}`)])}
        attributesOf={(channel) => ({
          defaultChecked: channel === (reminder ? (reminder.channel ?? usualChannel()) : 'off'),
          disabled: channel === 'push' && !canPush && reminder?.channel !== 'push',
          'aria-describedby': channel === 'push' && !canPush ? id : undefined,
        })}
      >
        {!canPush && (
          <p id={id} className="field-hint">
            {t('reminder.unsupported')}
          </p>
        )}
        {canPush && reminder?.isElsewhere && (
          <p className="field-hint">{t('reminder.elsewhere')}</p>
        )}
      </RadioChoices>
      {/* Hidden by the styles while there is no reminder, so that a switch of the language keeps the choice. */}
      <div className="form reminder-time">
        <SelectField
          key={reminder?.hour}
          name="hour"
          label={t('reminder.hour')}
          defaultValue={reminder?.hour ?? USUAL_HOUR}
          disabled={!reminder}
          options={hours}
        />
        <details>
          <summary className="fold">{t('reminder.zone', { zone: zone && zoneName(zone) })}</summary>
          <SelectField
            key={zone}
            name="timeZone"
            label={t('reminder.timeZone')}
            defaultValue={zone}
            disabled={!reminder}
            options={zones}
          />
        </details>
      </div>
      <LoadFailure failure={failure} failed="reminder.failed" onRetry={retry} />
    </Form>
  )
}

async function readReminder() {
  const result = await call('user', 'GET /user/reminder', {})
  if (!result.ok) return result
  const { channel, endpoints = [] } = result.results
  const isElsewhere = channel === 'push' && !endpoints.includes((await ownEndpoint()) ?? '')
  return { ...result, results: { ...result.results, isElsewhere } }
}

async function save(data: FormData, publicKey = ''): Promise<Problems | void> {
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
  if (!result.ok) return refused(result)
  if (channel !== 'push') await unsubscribe()
  leaveSetting(t('notice.saved', { setting: t('settings.reminder') }), 'reminder')
}
