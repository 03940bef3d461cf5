import type { Answer, CallOptions, ServiceName } from '../api/call.ts'

/**
 * As `authorizedCall` of the session, for a page that guests see as well: only who is signed in loads the session.
 * Never throws.
 */
export async function callAsPerson<Results>(
  service: ServiceName,
  path: string,
  options?: CallOptions,
): Promise<Answer<Results>> {
  try {
    const { authorizedCall } = await import('./session.ts')
    return await authorizedCall<Results>(service, path, options)
  } catch {
    return { ok: false, error: 'network' }
  }
}
