import { isPrefetched, serverTiming } from '../../api/server-clock.ts'
import { publicPath } from '../../domain/public-path.ts'
import { MAINTENANCE_POLL_S } from '../../domain/maintenance-poll.ts'
import { MEASURED_SHARE } from '../../domain/measured-share.ts'
import { $dialog, isDialogOpen } from '../../stores/dialog.ts'
import { sendsVitals } from '../../stores/privacy.ts'
import { whenIdle } from '../reading/when-idle.ts'
import { registerServiceWorker } from './register-service-worker.ts'
import { isUpdateInfoDue } from './update-info.ts'

declare const __BUILD_LABEL__: string

async function showLeftNotice(): Promise<void> {
  if (!sessionStorage.getItem('Notice')) return
  const script = await import('./show-notice.ts').catch(() => undefined)
  script?.showNotice()
}

/** Shows the previous page's notice, then at most one dialog. */
async function showNotices(): Promise<void> {
  await showLeftNotice()
  if (await showMaintenance()) return
  await askForFeedback()
  const isHome = publicPath(location.pathname) === '/'
  if (isHome && !isDialogOpen() && isUpdateInfoDue(serverTiming('news')))
    $dialog.set({ name: 'updateInfo' })
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
