import { crestOf } from '../../domain/crest.ts'
import { HOUR_MS } from '../../domain/durations.ts'
import { tokyoDayStart } from '../../domain/question-day.ts'
import { fillDate } from '../../i18n/date-patterns.ts'
import { setWords, t } from '../../i18n/translate.ts'
import { call } from '../../stores/call.ts'
import { followModeration } from '../../stores/follow-moderation.ts'
import { mutedPeople } from '../../stores/mute.ts'
import { sendsVitals } from '../../stores/privacy.ts'
import { cameFromPage } from '../came-from-site.ts'
import { storedUser } from './stored-user.ts'
import { $user, showUser, type User } from '../../stores/user.ts'

function showSettings(user: User | undefined): void {
  if (!user) return
  const { googleUserId, hidesOthers, pendingEmail } = user.userOptions
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-needs-password]')) {
    if (!googleUserId) continue
    link.removeAttribute('href')
    link.setAttribute('aria-disabled', 'true')
  }
  const { gender, birthYear } = user
  const picture = document.querySelector<HTMLImageElement>('.person img')
  if (picture) picture.src = user.pictureLink || crestOf(user.userId)
  show('username', user.username)
  const pending = pendingEmail && t('settings.emailPending', { email: pendingEmail })
  show('email', [user.email, pending].filter(Boolean).join('\n'))
  const unset = t('settings.unset')
  show('gender', gender === 0 ? unset : t(`gender.${gender as 1}`))
  show('birthYear', birthYear === 0 ? unset : t('birthYearSetting.year', { year: birthYear }))
  show('reading', t(hidesOthers ? 'settings.covered' : 'settings.uncovered'))
  const { size } = mutedPeople()
  show('muted', size === 0 ? t('settings.nobody') : t('settings.mutedCount', { count: size }))
  show('privacy', t(sendsVitals() ? 'settings.reports' : 'settings.noReports'))
}

function show(setting: string, value: string): void {
  const element = document.querySelector(`[data-value="${setting}"]`)
  if (element) element.textContent = value
}

async function showReminder(): Promise<void> {
  const user = storedUser()
  if (!user?.activated || user.suspended) return
  const result = await call('user', 'GET /user/reminder', {})
  if (!result.ok) return
  const { channel, hour = 0 } = result.results
  const time = fillDate(t('amPmHhMm'), tokyoDayStart('2000-01-01') + hour * HOUR_MS)
  const on = channel === 'push' ? 'settings.reminderPush' : 'settings.reminderMail'
  show('reminder', channel ? t(on, { time }) : t('reminder.off'))
}

/** Updates the menu on `GET /user/me`, changes in other tabs and bfcache restore. */
export function startSettingsMenu(): void {
  const { words } = document.querySelector<HTMLElement>('[data-words]')!.dataset
  setWords(JSON.parse(words!))
  if (cameFromPage('/profile'))
    document.querySelector('[data-back]')?.setAttribute('href', '/profile')
  void showReminder()
  void followModeration()
  $user.subscribe(showSettings)
  addEventListener('pageshow', ({ persisted }) => {
    showUser()
    if (persisted) void showReminder()
  })
}
