declare const __SERVICE_WORKER__: boolean

const rules = { createScriptURL: (address: string) => address }

interface Policies {
  createPolicy(name: string, given: typeof rules): typeof rules
}

/**
 * Registers `src/service-worker/worker.ts`, in built pages only. Where trusted types are supported, the address of a
 * script comes from a policy. A browser that refuses has no offline page and no push messages.
 */
export function registerServiceWorker(): void {
  if (!__SERVICE_WORKER__ || import.meta.env.DEV) return
  const { trustedTypes } = globalThis as { trustedTypes?: Policies }
  const policy = trustedTypes?.createPolicy('service-worker', rules) ?? rules
  navigator.serviceWorker?.register(policy.createScriptURL('/service-worker.js')).catch(() => {})
}
