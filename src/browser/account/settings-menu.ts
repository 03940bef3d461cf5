import { stored } from '../../api/storage.ts'
import type { User } from '../../stores/user.ts'
import { sayNotice } from './notice.ts'

function readUser(): User | undefined {
  return JSON.parse(stored('UserInfo') ?? 'null') ?? undefined
}

/** What is set now, beside each entry; the entries that a provider decides are switched off for social users. */
function showSettings(): void {
  const user = readUser()
  const isSocial = Boolean(user?.userOptions.googleUserId)
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-needs-password]')) {
    if (!isSocial) continue
    link.removeAttribute('href')
    link.setAttribute('aria-disabled', 'true')
  }
  document.querySelector('[data-provider-hint]')?.toggleAttribute('hidden', !isSocial)
  const say = (setting: string, text: string) => {
    const place = document.querySelector(`[data-setting="${setting}"]`)
    if (place) place.textContent = text
  }
  if (!user) return
  say('email', user.email)
  say(
    'gender',
    document.querySelector<HTMLElement>('[data-genders]')?.dataset[`gender${user.gender}`] ?? '',
  )
  say('birthYear', user.birthYear === 0 ? '' : String(user.birthYear))
}

/** Shows the menu as it is now, also when the browser brings it back as it was left. */
export function startSettingsMenu(): void {
  addEventListener('pageshow', () => {
    showSettings()
    sayNotice()
  })
}
