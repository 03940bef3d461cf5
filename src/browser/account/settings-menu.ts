import { call } from '../../stores/call.ts'
import { followModeration } from '../../stores/follow-moderation.ts'
import { storedUser } from './stored-user.ts'
import { $user, showUser, type User } from '../../stores/user.ts'

/** Shows each setting's value beside its entry; disables for social users what their provider manages. */
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

/** The way to the desk, for those who have a role for it. */
async function showDesk(): Promise<void> {
  if (storedUser()?.suspended) return
  const result = await call('moderation', 'GET /case/role', {})
  if (result.ok && result.results.length > 0)
    document.querySelector('.desk')?.toggleAttribute('data-open', true)
}

/**
 * Keeps the menu up to date: with `GET /user/me` as it arrives, with the other tabs, and when the browser restores the
 * page from its back-forward cache.
 */
export function startSettingsMenu(): void {
  void showDesk()
  void followModeration()
  $user.subscribe(showSettings)
  addEventListener('pageshow', showUser)
}
