/** Types of the service worker's scope that TypeScript's DOM library lacks. */

interface WaitingEvent extends Event {
  waitUntil(promise: Promise<unknown> | undefined): void
}
interface Route {
  condition: { or: { urlPattern: string }[] } | { urlPattern: string }
  source: 'network' | { cacheName: string }
}
interface InstallEvent extends WaitingEvent {
  /** Chromium's static routes, which do not start the service worker. */
  addRoutes?(routes: Route[]): Promise<void>
}
export interface NavigationEvent extends WaitingEvent {
  readonly request: Request
  readonly preloadResponse: Promise<Response | undefined>
  readonly resultingClientId: string
  respondWith(response: Promise<Response>): void
}
interface PushEvent extends WaitingEvent {
  readonly data: { json(): { notification: PushedNotification } } | null
}
/** Declarative push message, for browsers that leave it to the service worker. */
export interface PushedNotification {
  title: string
  navigate: string
  actions: { action: string; title: string; navigate: string }[]
}
interface ClickEvent extends WaitingEvent {
  readonly action: string
  readonly notification: { close(): void; data: Record<string, string> }
}
export interface SubscriptionEvent extends WaitingEvent {
  readonly oldSubscription: PushSubscription | null
  readonly newSubscription: PushSubscription | null
}
interface Client {
  readonly url: string
  postMessage(message: string): void
}
export interface WorkerScope {
  addEventListener(type: 'install', listener: (event: InstallEvent) => void): void
  addEventListener(type: 'activate', listener: (event: WaitingEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: NavigationEvent) => void): void
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void
  addEventListener(type: 'notificationclick', listener: (event: ClickEvent) => void): void
  addEventListener(
    type: 'pushsubscriptionchange',
    listener: (event: SubscriptionEvent) => void,
  ): void
  readonly registration: {
    navigationPreload?: { enable(): Promise<void> }
    readonly pushManager: PushManager
    showNotification(title: string, options: object): Promise<void>
  }
  readonly clients: {
    openWindow(url: string): Promise<unknown>
    get(id: string): Promise<Client | undefined>
    matchAll(options: { includeUncontrolled: boolean }): Promise<Client[]>
  }
  readonly cookieStore?: { get(name: string): Promise<{ value: string } | null> }
}
