import { call } from '../../stores/call.ts'
import { followModeration } from '../../stores/follow-moderation.ts'
import { storedUser } from './stored-user.ts'
import { $user, showUser, type User } from '../../stores/user.ts'

function showSettings(user: User | undefined): void {
  if (!user) return
  const isSocial = Boolean(user.userOptions.googleUserId)
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-needs-password]')) {
    if (!isSocial) continue
    link.removeAttribute('href')
    link.setAttribute('aria-disabled', 'true')
  }
  const list = document.querySelector<HTMLElement>('[data-unset]')
  const unset = list?.dataset['unset'] ?? ''
  show('email', user.email)
  show('gender', user.gender === 0 ? unset : (list?.dataset[`gender${user.gender}`] ?? ''))
  const year = (list?.dataset['year'] ?? '').replace('{year}', String(user.birthYear))
  show('birthYear', user.birthYear === 0 ? unset : year)
}

const valueOf = (setting: string) => document.querySelector(`[data-value="${setting}"]`)

function show(setting: string, text: string): void {
  const value = valueOf(setting)
  if (value) value.textContent = text
}

async function showDesk(): Promise<void> {
  if (storedUser()?.suspended) return
  const result = await call('moderation', 'GET /case/role', {})
  if (result.ok && result.results.length > 0)
    document.querySelector('.desk')?.toggleAttribute('data-open', true)
}

/** Updates the menu on `GET /user/me`, changes in other tabs and bfcache restore. */
export function startSettingsMenu(): void {
  void showDesk()
  void followModeration()
  $user.subscribe(showSettings)
  addEventListener('pageshow', showUser)
}
