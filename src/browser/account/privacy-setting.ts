import { showNotice } from '../every-page/show-notice.ts'
import { sendsVitals } from '../../stores/privacy.ts'

/** The switch of `/privacy`, stored in this browser only (`docs/product.md#account-settings`). */
export function startPrivacySetting(): void {
  const input = document.querySelector<HTMLInputElement>('input[name="reports"]')
  if (!input) return
  input.checked = sendsVitals()
  input.disabled = false
  input.addEventListener('change', () => {
    const state = input.checked ? 'on' : 'off'
    localStorage.setItem('Privacy', state)
    console.info(`Privacy: performance reports ${state}`)
    showNotice(input.dataset['saved'] ?? '')
  })
}
