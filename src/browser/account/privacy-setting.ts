import { sendsReports, setSendsReports } from '../../stores/privacy.ts'
import { goBackWith } from './notice.ts'

/** The one switch of `/privacy`: kept in this browser, no call, one line in the console (`product.md §4`). */
export function startPrivacySetting(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-privacy]')
  const input = form?.querySelector<HTMLInputElement>('input[name="reports"]')
  if (!form || !input) return
  input.checked = sendsReports()
  form.querySelector('button')!.disabled = false
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    setSendsReports(input.checked)
    console.info(`Privacy: performance reports ${input.checked ? 'on' : 'off'}`)
    goBackWith({ name: 'saved' })
  })
}
