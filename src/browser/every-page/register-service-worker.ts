declare const __SERVICE_WORKER__: boolean

const rules = { createScriptURL: (address: string) => address }

interface Policies {
  createPolicy(name: string, given: typeof rules): typeof rules
}

/**
 * Registers `src/service-worker/worker.ts` in built pages. Trusted types require a policy for the
 * script's URL.
 */
export function registerServiceWorker(): void {
  if (!__SERVICE_WORKER__ || import.meta.env.DEV) return
  const { trustedTypes } = globalThis as { trustedTypes?: Policies }
  const policy = trustedTypes?.createPolicy('service-worker', rules) ?? rules
  navigator.serviceWorker?.register(policy.createScriptURL('/service-worker.js')).catch(() => {})
}
