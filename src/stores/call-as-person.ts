import type { authorizedCall } from './session.ts'

/**
 * As `authorizedCall` of the session, for a page that guests see as well: only who is signed in loads the session.
 * Never throws.
 */
export const callAsPerson: typeof authorizedCall = async (...call) => {
  try {
    const { authorizedCall } = await import('./session-on-demand.ts')
    return await authorizedCall(...call)
  } catch {
    return { ok: false, error: 'network' }
  }
}
