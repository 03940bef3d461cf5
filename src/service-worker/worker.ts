/** Has no imports (`docs/decisions/0008-the-service-worker-only-stands-in.md`); a module, so that its names are its own. */
export {}

/** Injected by `scripts/build/service-worker.mjs`: files of the offline pages, their digest and languages. */
declare const __OFFLINE__: {
  version: string
  files: readonly string[]
  languages: readonly string[]
  first: string
  fallback: string
}

/** Chromium's static routes, which do not start the service worker. */
type Routes = { addRoutes?(routes: object[]): Promise<void> }

/** Declarative push message, for browsers that leave it to the service worker. */
interface PushedNotification {
  title: string
  navigate: string
  actions: { action: string; title: string; navigate: string }[]
}

const worker = self as unknown as ServiceWorkerGlobalScope
const { version, files, languages, first, fallback } = __OFFLINE__
const OFFLINE = `offline-${version}`
const OF_THIS_BUILD = { cacheName: OFFLINE, ignoreVary: true }
/** Cache of the last-read home page, for `browser/offline/start.ts`. */
const READ = 'read'
const LAST_READ = '/offline/last-read'
const HOME = /^\/(?:[a-z]{2})?$/
/** Never cached: sign-in windows, calls, downloads, pictures, developer pages. */
const NEVER = ['/service/*', '/picture/*', '/auth/*', '/dev/*']
const isNever = (path: string) => NEVER.some((pattern) => path.startsWith(pattern.slice(0, -1)))
/** Delay before the reader sees that the network is slow. */
const SLOW_AFTER_MS = 6_000
/** How long a late response waits for the offline page to reload. */
const HANDOVER_MS = 10_000

const ICON = '/icons/any-192.png'

/** Responses after the offline page was shown, by address. */
const late = new Map<string, Response>()

/**
 * Without `skipWaiting`: the next build's service worker starts when no page is open. Chromium can hang a page that is
 * loading while another service worker takes over.
 */
worker.addEventListener('install', (event) => {
  event.waitUntil(fetchOffline())
  const routes = [
    { condition: { or: NEVER.map((urlPattern) => ({ urlPattern })) }, source: 'network' },
    { condition: { urlPattern: '/_astro/*' }, source: { cacheName: OFFLINE } },
  ]
  event.waitUntil(Promise.resolve((event as Routes).addRoutes?.(routes)).catch(() => {}))
})

worker.addEventListener('activate', (event) => event.waitUntil(takeOver()))

worker.addEventListener('fetch', (event) => {
  const { origin, pathname } = new URL(event.request.url)
  if (origin !== location.origin) return
  if (event.request.mode === 'navigate') event.respondWith(navigate(event, pathname))
  else if (pathname === LAST_READ) event.respondWith(lastRead())
  else if (files.includes(pathname)) event.respondWith(offlineFile(event.request))
})

worker.addEventListener('push', (event) => {
  const { notification } = event.data?.json() ?? {}
  if (notification) event.waitUntil(show(notification))
})

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(worker.clients.openWindow(event.notification.data[event.action] ?? '/'))
})

worker.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)))

/** Without cookies, because fetching a language's page would store that language. */
async function fetchOffline(): Promise<void> {
  const cache = await caches.open(OFFLINE)
  const keepFile = async (file: string) => {
    const response = await fetch(file, { credentials: 'omit' })
    if (!response.ok) throw new Error(`${file} returned ${response.status}`)
    const headers = new Headers(response.headers)
    // Valid only at the moment of the request.
    headers.delete('Server-Timing')
    await cache.put(file, new Response(response.body, { headers }))
  }
  await Promise.all(files.map(keepFile))
}

async function takeOver(): Promise<void> {
  await worker.registration.navigationPreload?.enable()
  const older = (await caches.keys()).filter(
    (name) => name.startsWith('offline-') && name !== OFFLINE,
  )
  // The newest may belong to a service worker that is being installed.
  for (const name of older.slice(0, -1)) await caches.delete(name)
  if (await caches.has(READ)) return
  // The page on which this browser first met the service worker.
  for (const { url } of await worker.clients.matchAll({ includeUncontrolled: true }))
    await storeLastRead(url, await fetch(url, { cache: 'force-cache' }))
}

async function navigate(event: FetchEvent, path: string): Promise<Response> {
  const { request } = event
  // A prefetch gets no offline page and does not count as read.
  if (request.headers.get('Sec-Purpose')?.startsWith('prefetch')) return load(event)
  const arrived = late.get(request.url)
  late.delete(request.url)
  const response = load(event)
  if (request.method !== 'GET' || isNever(path)) return response
  event.waitUntil(response.then((response) => storeLastRead(request.url, response)).catch(() => {}))
  if (arrived) return arrived

  const timeout = new Promise<'slow'>((resolve) => setTimeout(resolve, SLOW_AFTER_MS, 'slow'))
  const outcome = await Promise.race([response.catch(() => 'failed' as const), timeout])
  if (outcome instanceof Response) return outcome
  const page = await offlinePage(path, outcome === 'slow')
  if (page && outcome === 'slow') event.waitUntil(handOver(event, response))
  return page ?? response
}

async function load({ preloadResponse, request }: FetchEvent): Promise<Response> {
  return (await preloadResponse) ?? fetch(request)
}

/** Keeps the slow response: the offline page gets a message, reloads, and receives it. */
async function handOver(event: FetchEvent, pending: Promise<Response>): Promise<void> {
  const response = await pending.then(readWhole).catch(() => undefined)
  const { url } = event.request
  if (response) {
    late.set(url, response)
    setTimeout(() => late.delete(url), HANDOVER_MS)
  }
  const client = await worker.clients.get(event.resultingClientId)
  client?.postMessage(response ? 'arrived' : 'failed')
}

/** A preloaded body ends with its fetch event, so read it before. */
async function readWhole(response: Response): Promise<Response> {
  return response.body ? new Response(await response.arrayBuffer(), response) : response
}

/** The home page is the same bytes for everybody, so it holds no personal data. */
async function storeLastRead(address: string, response: Response): Promise<void> {
  const { ok, redirected } = response
  if (!ok || redirected || !HOME.test(new URL(address).pathname)) return
  const { body, headers } = response.clone()
  const kept = new Headers({ 'Last-Read': String(Date.now()) })
  for (const name of ['Content-Type', 'Content-Language']) kept.set(name, headers.get(name) ?? '')
  const cache = await caches.open(READ)
  await cache.put(LAST_READ, new Response(body, { headers: kept }))
}

async function lastRead(): Promise<Response> {
  return (await caches.match(LAST_READ)) ?? new Response(null, { status: 404 })
}

async function offlineFile(request: Request): Promise<Response> {
  return (await caches.match(request, OF_THIS_BUILD)) ?? fetch(request)
}

async function offlinePage(path: string, isSlow: boolean): Promise<Response | undefined> {
  const name = `/${await languageFor(path)}/offline`
  const page = await caches.match(name, OF_THIS_BUILD)
  if (!page) return undefined
  const isKept = await caches.match(LAST_READ)
  const kept = isKept ? ` data-kept="${HOME.test(path) ? 'read' : 'instead'}"` : ''
  const state = `data-state="${isSlow ? 'slow' : 'offline'}"${kept}`
  return new Response((await page.text()).replace('data-state="offline"', state), page)
}

/** Like the gateway: the address, then the cookie. */
async function languageFor(path: string): Promise<string> {
  const [, inAddress = ''] = path.split('/')
  if (languages.includes(inAddress)) return inAddress
  if (!worker.cookieStore) return (await lastRead()).headers.get('Content-Language') ?? first
  const { value = first } = (await worker.cookieStore.get('Language')) ?? {}
  return languages.includes(value) ? value : fallback
}

/** Stores the addresses to open: by action, and unnamed for the notification itself. */
function show({ title, navigate, actions, ...options }: PushedNotification): Promise<void> {
  const data = Object.fromEntries([
    ['', navigate],
    ...actions.map((one) => [one.action, one.navigate]),
  ])
  const shown: object = { ...options, actions, data, icon: ICON }
  return worker.registration.showNotification(title, shown)
}

/** The server identifies this browser by the dropped subscription's address. */
async function renew(change: PushSubscriptionChangeEvent): Promise<void> {
  const { oldSubscription, newSubscription } = change
  if (!oldSubscription) return
  const { pushManager } = worker.registration
  const subscription = newSubscription ?? (await pushManager.subscribe(oldSubscription.options))
  await fetch('/service/user/v1/user/reminder/subscription', {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ endpoint: oldSubscription.endpoint, subscription }),
  })
}
