import { isPrefetched, serverTiming } from '../../api/server-clock.ts'
import { publicPath } from '../../domain/public-path.ts'
import { MEASURED_SHARE } from '../../domain/measured-share.ts'
import { $dialog, isDialogOpen } from '../../stores/dialog.ts'
import { sendsVitals } from '../../stores/privacy.ts'
import { whenIdle } from '../reading/when-idle.ts'
import { MINUTE_S } from '../../domain/durations.ts'

declare const __BUILD_LABEL__: string

/** Polling interval of visible pages. Page loads and refused calls carry the window in between. */
export const MAINTENANCE_POLL_S = 5 * MINUTE_S

async function showLeftNotice(): Promise<void> {
  if (!sessionStorage.getItem('Notice')) return
  // It stays for the next page if it cannot be loaded.
  await import('./show-notice.ts').then((script) => script.showLeftNotice()).catch(() => {})
}

/** Shows the previous page's notice, then at most one dialog. */
async function showNotices(): Promise<void> {
  await showLeftNotice()
  if (await showMaintenance()) return
  const path = publicPath(location.pathname)
  if (!path.startsWith('/operator')) await askForFeedback()
  if (path === '/' && !isDialogOpen()) showNews(serverTiming('news'))
}

async function showMaintenance(): Promise<boolean> {
  const timing = isPrefetched() ? undefined : serverTiming('maintenance')
  if (timing === 'none') return false
  const script = await import('./maintenance.ts').catch(() => undefined)
  return script !== undefined && script.announceMaintenance(timing)
}

async function askForFeedback(): Promise<void> {
  const { person } = document.documentElement.dataset
  if (!person || !localStorage.getItem(`Feedback:${person}`)) return
  const script = await import('./feedback.ts').catch(() => undefined)
  script?.askWhenDue(person)
}

/** Measures a sample of visits; the others load no script (`docs/product.md#gateway-calls`). */
async function measureSome(): Promise<void> {
  const share = Number(serverTiming('vitals') ?? MEASURED_SHARE)
  if (Math.random() < share && sendsVitals())
    await import('../vitals/send-vitals.ts').then((script) => script.sendVitals())
}

// Without storage nothing can be marked as seen, so no dialog is shown.
const log = () => console.info('Storage is not available')

export function startPageScripts(): void {
  console.info(__BUILD_LABEL__)
  whenIdle(() => {
    showNotices().catch(log)
    measureSome().catch(() => undefined)
  })
  setInterval(() => {
    if (document.hidden) return
    import('./maintenance.ts').then((script) => script.pollMaintenance()).catch(() => undefined)
  }, MAINTENANCE_POLL_S * 1000)
  addEventListener('load', () => whenIdle(registerServiceWorker))
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    // A page from the back/forward cache may be in the previous language.
    const isOld = localStorage.getItem('Language') !== document.documentElement.lang
    if (isOld && publicPath(location.pathname) === location.pathname) return location.reload()
    showLeftNotice().then(askForFeedback).catch(log)
  })
}

declare const __SERVICE_WORKER__: boolean

const rules = { createScriptURL: (address: string) => address }

interface Policies {
  createPolicy(name: string, given: typeof rules): typeof rules
}

/** Trusted types require a policy for the script's URL. */
function registerServiceWorker(): void {
  if (!__SERVICE_WORKER__ || import.meta.env.DEV) return
  const { trustedTypes } = globalThis as { trustedTypes?: Policies }
  const policy = trustedTypes?.createPolicy('service-worker', rules) ?? rules
  navigator.serviceWorker?.register(policy.createScriptURL('/service-worker.js')).catch(() => {})
}

/** Date of the release note `dialog.updateInfo.text`; a new note needs a new date. */
const RELEASE_NOTE = '2026-11-20'
/** The newest that was shown (`islands/news/UpdateInfoDialog.tsx`). */
const KEY = 'UpdateInfo'

/**
 * Shows a new release note or announcement in a browser that was here before
 * (`docs/product.md#announcements`).
 * @param announced start of the announcement, ISO 8601
 */
export function showNews(announced: string | undefined): void {
  const newest = announced && announced > RELEASE_NOTE ? announced : RELEASE_NOTE
  const seen = localStorage.getItem(KEY)
  if (!seen) localStorage.setItem(KEY, newest)
  else if (seen < newest) $dialog.set({ name: 'updateInfo', newest })
}
