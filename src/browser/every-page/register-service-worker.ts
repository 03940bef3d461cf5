declare const __SERVICE_WORKER__: boolean

const rules = { createScriptURL: (address: string) => address }

interface Policies {
  createPolicy(name: string, given: typeof rules): typeof rules
}

/**
 * In built pages only; what it does is in `src/service-worker/worker.ts`. Where trusted types are known, an address of
 * a script comes from a policy. A browser that refuses has no offline page, and misses nothing else.
 */
export function registerServiceWorker(): void {
  if (!__SERVICE_WORKER__ || import.meta.env.DEV) return
  const { trustedTypes } = globalThis as { trustedTypes?: Policies }
  const policy = trustedTypes?.createPolicy('service-worker', rules) ?? rules
  navigator.serviceWorker?.register(policy.createScriptURL('/service-worker.js')).catch(() => {})
}
