/** A browser's push subscription in the form of the contract. */
export interface BrowserSubscription {
  endpoint: string
  expirationTime?: number | null
  keys: { p256dh: string; auth: string }
}

/** Why this browser shows no notifications. */
type Refusal = 'unsupported' | 'denied' | 'refused'

/** Whether the browser has notifications by push at all; on iPhone and iPad only from the Home Screen. */
export const hasPush = (): boolean =>
  'PushManager' in window && 'Notification' in window && 'serviceWorker' in navigator

const registered = () => navigator.serviceWorker?.getRegistration('/')

/**
 * Asks for permission where that is needed and subscribes this browser. Call it from a press: browsers show the
 * question only then.
 * @param publicKey the site's VAPID key; a subscription for another key is replaced
 */
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

/** The address under which this browser is subscribed; `undefined` where it is not. Never throws. */
export async function ownEndpoint(): Promise<string | undefined> {
  try {
    const registration = await registered()
    return (await registration?.pushManager?.getSubscription())?.endpoint
  } catch {
    return undefined
  }
}

/** Ends the subscription of this browser, if it has one. Never throws. */
export async function unsubscribe(): Promise<void> {
  try {
    const registration = await registered()
    await (await registration?.pushManager?.getSubscription())?.unsubscribe()
  } catch {
    // The server has dropped it, so that nothing is sent to it any more.
  }
}
