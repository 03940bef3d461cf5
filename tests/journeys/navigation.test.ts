import { expect } from 'vitest'
import { journey } from '../../harness/journey.ts'
import { sharedApp } from '../../harness/own-app.ts'
import { findChromium } from '../../harness/local/chromium.ts'
import { desk } from '../../harness/browser.ts'
import { texts } from '../../harness/steps/account-steps.ts'
import {
  addYesterday,
  fillComments,
  serviceWorkerReady,
  todaysQuestion,
} from '../../harness/steps/reading-steps.ts'
import type { PushMessage } from '../../src/worker/reminders/web-push.ts'
import { networkIsIdle } from '../../harness/wait-until-idle.ts'

/** Debian's headless shell has no back-forward cache and no notifications; CI must have the full browser. */
const needsWholeBrowser = !findChromium(true) && !process.env['CI']

const app = await sharedApp()
const test = journey(app, { keepsPages: true })

await addYesterday(app)
await fillComments(app, (await todaysQuestion(app)).questionId, 5)

test.skipIf(needsWholeBrowser)(
  'a page comes back and forward from the browser’s memory',
  async ({ browser }) => {
    const { page, close } = await browser.visit({ baseURL: app.origin })
    await page.addInitScript(() => {
      addEventListener('pageshow', ({ persisted }) => {
        document.documentElement.dataset['restored'] = String(persisted)
      })
    })
    const restored = (path: string) =>
      expect
        .poll(() =>
          page.evaluate(() => {
            const [entry] = performance.getEntriesByType('navigation') as (PerformanceEntry & {
              notRestoredReasons?: { reasons?: { reason: string }[] } | null
            })[]
            return {
              path: location.pathname,
              restored: document.documentElement.dataset['restored'],
              reasons: entry?.notRestoredReasons ?? null,
            }
          }),
        )
        .toEqual({ path, restored: 'true', reasons: null })
    await page.goto('/')
    await networkIsIdle(page)
    await page.evaluate(() => Object.assign(globalThis, { wasHere: true }))
    await page.goto('/recent_theme')
    await networkIsIdle(page)
    await page.evaluate(() => history.back())
    await restored('/')
    expect(await page.evaluate(() => 'wasHere' in globalThis)).toBe(true)
    await page.evaluate(() => history.forward())
    await restored('/recent_theme')
    await close()
  },
)

test('fetches a page of this site under a resting pointer, and no link that chooses a language', async ({
  browser,
}) => {
  const { page, close } = await browser.visit({ baseURL: app.origin, viewport: desk })
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Preload.enable')
  const fetched: string[] = []
  devtools.on('Preload.prefetchStatusUpdated', ({ key, status }) => {
    if (status === 'Ready') fetched.push(new URL(key.url).pathname)
  })
  /** URLs that hovering may prefetch. */
  let candidates: string[] = []
  devtools.on('Preload.preloadingAttemptSourcesUpdated', ({ preloadingAttemptSources }) => {
    candidates = preloadingAttemptSources.map(({ key }) => new URL(key.url).pathname)
  })
  await page.goto('/recent_theme')
  await expect.poll(() => candidates).toEqual(expect.arrayContaining(['/login', '/theme_details']))
  expect(candidates.filter((path) => /^\/(?:ja|en)(?:\/|$)/.test(path))).toEqual([])
  // Moves the pointer away and back until the browser detects hovering.
  const rest = async () => {
    await page.mouse.move(0, 0)
    await page.locator('a[href^="/theme_details"]:visible').first().hover()
    return fetched
  }
  await expect.poll(rest, { interval: 500 }).toContain('/theme_details')
  await close()
})

/** Resolves `shown`; `getNotifications()` during `showNotification()` sometimes lost it in Chromium. */
function noteShown(): void {
  const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
  const show = registration.showNotification.bind(registration)
  const { promise, resolve } = Promise.withResolvers<void>()
  registration.showNotification = (...given) => show(...given).finally(resolve)
  Object.assign(globalThis, { shown: promise })
}

async function press(actions: string[]): Promise<string[]> {
  interface Scope {
    registration: ServiceWorkerRegistration
    clients: { openWindow: (address: string) => Promise<unknown> }
    NotificationEvent: new (type: string, init: object) => Event
  }
  const scope = globalThis as unknown as Scope
  const opened: string[] = []
  // Browsers open windows only for a real click.
  scope.clients.openWindow = async (address) => opened.push(address)
  const [notification] = await scope.registration.getNotifications()
  for (const action of actions) {
    const event = new scope.NotificationEvent('notificationclick', { notification, action })
    // Only the browser's own events support `waitUntil`.
    dispatchEvent(Object.assign(event, { waitUntil: () => undefined }))
  }
  return opened
}

test.skipIf(needsWholeBrowser)(
  'shows a pushed reminder, whose presses lead where it says',
  async ({ browser }) => {
    const { origin } = app
    const { page, close } = await browser.visit({ baseURL: origin, serviceWorkers: 'allow' })
    await page.goto('/en')
    await serviceWorkerReady(page)
    await page.context().grantPermissions(['notifications'], { origin })
    const devtools = await page.context().newCDPSession(page)
    const registered = new Promise<string>((resolve) => {
      devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
        if (first) resolve(first.registrationId)
      })
    })
    const errors: string[] = []
    devtools.on('ServiceWorker.workerErrorReported', ({ errorMessage }) => {
      errors.push(errorMessage.errorMessage)
    })
    await devtools.send('ServiceWorker.enable')
    const end = `${origin}/reminder/end?token=t#now`
    const message: PushMessage = {
      web_push: 8030,
      notification: {
        title: texts.en('reminder.push.title'),
        body: 'What do you see?',
        lang: 'en',
        tag: 'reminder',
        navigate: `${origin}/`,
        actions: [{ action: 'end', title: texts.en('reminder.push.end'), navigate: end }],
      },
    }
    const [worker] = page.context().serviceWorkers()
    await expect.poll(() => worker!.evaluate(() => Notification.permission)).toBe('granted')
    await worker!.evaluate(noteShown)
    const data = JSON.stringify(message)
    await devtools.send('ServiceWorker.deliverPushMessage', {
      origin,
      registrationId: await registered,
      data,
    })
    await worker!.evaluate(() => (globalThis as unknown as { shown: Promise<void> }).shown)
    const shown = () =>
      page.evaluate(async () => {
        const { active } = await navigator.serviceWorker.ready
        const registration = await navigator.serviceWorker.getRegistration(active!.scriptURL)
        const notifications = (await registration?.getNotifications()) ?? []
        return notifications.map(({ title, body, tag, data }) => ({ title, body, tag, data }))
      })
    const state = async () => ({ shown: await shown(), errors })
    const { title, body, tag } = message.notification
    await expect.poll(state).toEqual({
      shown: [{ title, body, tag, data: { '': `${origin}/`, end: end } }],
      errors: [],
    })
    const opened = await worker!.evaluate(press, ['', 'end', 'unknown'])
    expect(opened).toEqual([`${origin}/`, end, '/'])
    // An error is for example an icon blocked by the service worker's policy.
    await expect.poll(state).toEqual({ shown: [], errors: [] })
    await close()
  },
)
