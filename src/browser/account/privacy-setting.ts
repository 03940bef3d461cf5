import { sendsVitals, setSendsVitals } from '../../stores/privacy.ts'
import { leaveSetting } from './leave-setting.ts'

/** The switch of `/privacy`, stored in this browser only (`docs/product.md#account-settings`). */
export function startPrivacySetting(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-saved]')
  const input = form?.querySelector<HTMLInputElement>('input[name="reports"]')
  if (!form || !input) return
  input.checked = sendsVitals()
  form.querySelector('button')!.disabled = false
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    setSendsVitals(input.checked)
    console.info(`Privacy: performance reports ${input.checked ? 'on' : 'off'}`)
    leaveSetting(form.dataset['saved'] ?? '', 'privacy')
  })
}
