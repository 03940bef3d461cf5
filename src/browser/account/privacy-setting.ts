import { sendsVitals, setSendsVitals } from '../../stores/privacy.ts'

/** The switch of `/privacy`, stored in this browser only (`docs/product.md#account-settings`). */
export function startPrivacySetting(): void {
  const input = document.querySelector<HTMLInputElement>('input[name="reports"]')
  const status = document.querySelector<HTMLElement>('[data-saved]')
  if (!input || !status) return
  input.checked = sendsVitals()
  input.disabled = false
  input.addEventListener('change', () => {
    setSendsVitals(input.checked)
    console.info(`Privacy: performance reports ${input.checked ? 'on' : 'off'}`)
    status.textContent = status.dataset['saved'] ?? ''
  })
}
