import type { Input } from '../../contract/call-types.ts'

export type BrowserSubscription = NonNullable<Input<'user', 'PUT /user/reminder'>['subscription']>
type Refusal = 'unsupported' | 'denied' | 'refused'

/** Whether the browser supports push; iOS does for Home Screen apps only. */
export const hasPush = (): boolean =>
  'PushManager' in window && 'Notification' in window && 'serviceWorker' in navigator

const registered = () => navigator.serviceWorker?.getRegistration('/')
const own = async () => (await registered())?.pushManager?.getSubscription()

/** Requires a user gesture; replaces a subscription for another VAPID key. */
export async function subscribe(publicKey: string): Promise<BrowserSubscription | Refusal> {
  if (!hasPush()) return 'unsupported'
  if ((await Notification.requestPermission()) !== 'granted') return 'denied'
  try {
    const registration = await registered()
    if (!registration) return 'unsupported'
    const { pushManager } = registration
    const options = { userVisibleOnly: true, applicationServerKey: publicKey }
    const subscription = await pushManager.subscribe(options).catch(async () => {
      await (await pushManager.getSubscription())?.unsubscribe()
      return pushManager.subscribe(options)
    })
    return subscription.toJSON() as BrowserSubscription
  } catch {
    return 'refused'
  }
}

/** This browser's push endpoint; `undefined` without a subscription. Never throws. */
export const ownEndpoint = () =>
  own().then(
    (subscription) => subscription?.endpoint,
    () => undefined,
  )

/** Unsubscribes this browser; never throws. */
export const unsubscribe = () =>
  own()
    .then((subscription) => subscription?.unsubscribe())
    // The server has dropped it already.
    .catch(() => undefined)
